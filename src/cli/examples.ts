/** Examples for each command, shown at the end of its help: a line to type and, if it is not obvious, what it does. */
import type { Command } from 'commander';

type Example = readonly [line: string, does?: string];

export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  up: [
    ['reins up --detach', 'in the background'],
    ['reins up --host 0.0.0.0 --cert hub.pem --key hub.key', 'for other devices, with HTTPS'],
  ],
  down: [['reins down'], ['reins down --stop-sessions', 'also stop its sessions']],
  status: [['reins status'], ['reins status --json']],
  doctor: [['reins doctor']],
  reach: [['reins reach']],
  'service install': [['reins service install']],
  'service remove': [['reins service remove']],
  'service status': [['reins service status']],
  'service logs': [['reins service logs --follow']],
  'upgrade-check': [['reins upgrade-check']],
  install: [
    ['reins install --dry-run', 'show what would change'],
    ['reins install'],
    ['reins install --url https://hub.example --token TOKEN', 'a hub on another machine'],
  ],
  uninstall: [['reins uninstall']],
  ls: [
    ['reins ls'],
    ['reins ls --status waiting'],
    ['reins ls --label release'],
    ['reins ls --cwd . --all --json'],
  ],
  watch: [['reins watch', 'all sessions'], ['reins watch last']],
  events: [['reins events last'], ['reins events --since now', 'all sessions, from now on']],
  search: [
    ['reins search "connection refused" --errors'],
    ['reins search migrate --project api --since 2026-10-01'],
  ],
  show: [['reins show last'], ['reins show "fix the flaky test" --turns 3']],
  usage: [['reins usage'], ['reins usage --by project --days 7']],
  prune: [['reins prune --days 90 --dry-run', 'show what would be removed'], ['reins prune']],
  export: [['reins export last -o session.html'], ['reins export last --format json | jq .session.title']],
  new: [
    ['reins new', 'the real Claude Code, here'],
    ['reins new "fix the flaky test" --model opus -- --verbose', 'flags for claude go after --'],
    ['reins new --driver stream --follow "run the tests"'],
    ['reins new --worktree fix-login --template careful "fix the login"'],
  ],
  resume: [['reins resume last'], ['reins resume 1a2b3c "and now the tests"']],
  fork: [['reins fork last "try it with SQLite instead"']],
  takeover: [['reins takeover last'], ['reins takeover last --force', 'even if a tool is running']],
  attach: [['reins attach last']],
  send: [
    ['reins send last "what does main.ts do?" --wait'],
    ['git diff | reins send last - --when steer'],
    ['reins send last "what is wrong here?" --image shot.png'],
  ],
  queue: [
    ['reins queue last'],
    ['reins queue last --remove 1'],
    ['reins queue last --edit 2 "another text"'],
  ],
  change: [
    ['reins change last --name "Fix the login"'],
    ['reins change last --model opus --permission-mode plan'],
    ['reins change last --pin on --label release', 'list it above the others, with a label'],
    ['reins change last --archive on', 'leave it out of lists'],
  ],
  interrupt: [['reins interrupt last']],
  stop: [['reins stop last'], ['reins stop last --force', 'even one that you started outside of Reins']],
  pair: [['reins pair'], ['reins pair --role approver --name "Ada’s phone"']],
  'devices list': [['reins devices list']],
  'devices rename': [['reins devices rename phone "Ada’s phone"']],
  'devices role': [['reins devices role "Ada’s phone" viewer']],
  'devices revoke': [['reins devices revoke "Ada’s phone"']],
  'push list': [['reins push list']],
  'push test': [['reins push test "Ada’s phone"']],
  'push rotate': [['reins push rotate']],
  'fleet init': [
    ['reins fleet init', 'with NATS on this machine only'],
    ['reins fleet init --listen 100.64.0.1', 'in a private network'],
    ['reins fleet init --listen 0.0.0.0 --url tls://hub.example:4222 --tls-cert cert.pem --tls-key key.pem'],
  ],
  'fleet invite': [
    ['reins fleet invite laptop'],
    ['reins fleet invite ci --role viewer', 'others only watch it'],
  ],
  'fleet join': [
    ['reins fleet join reins-fleet-1:…'],
    ['reins fleet join --server nats://nats.example:4222 --creds me.creds --name laptop'],
  ],
  'fleet leave': [['reins fleet leave']],
  'fleet ls': [['reins fleet ls'], ['reins fleet ls --json']],
  'fleet status': [['reins fleet status']],
  'fleet remove': [['reins fleet remove laptop']],
  'fleet rotate': [['reins fleet rotate']],
  'policy show': [['reins policy show'], ['reins policy show --json > rules.json']],
  'policy test': [['reins policy test rules.json --since 7d']],
  'policy set': [['reins policy set rules.json']],
  'policy explain': [['reins policy explain --command "npm test" --cwd .']],
  inbox: [['reins inbox'], ['reins inbox --watch'], ['reins inbox 1a2b', 'one of them, in full']],
  answer: [
    ['reins answer', 'on a card'],
    ['reins answer 1a2b --allow'],
    ['reins answer 1a2b --deny --message "use the staging database"'],
  ],
  audit: [['reins audit --since 2d'], ['reins audit --by rule --jsonl > decisions.jsonl']],
  'token add': [['reins token add bot --role approver']],
  'token list': [['reins token list']],
  'token revoke': [['reins token revoke bot']],
  'config list': [['reins config list']],
  'config get': [['reins config get port']],
  'config set': [['reins config set port 4821'], ['reins config set port default']],
  tui: [['reins tui'], ['reins tui last', 'open that session']],
  acp: [['reins acp', 'as the command of an agent in your editor']],
  mcp: [['claude mcp add reins -- reins mcp', 'sessions as tools for Claude Code']],
  slack: [['reins slack']],
  'slack setup': [['reins slack setup'], ['reins slack setup --manifest > manifest.json']],
  demo: [['reins demo']],
  completion: [
    ['source <(reins completion bash)'],
    ['reins completion fish > ~/.config/fish/completions/reins.fish'],
  ],
};

/** Adds the examples to the help of every command, and points to that help after wrong usage. */
export function addExamples(command: Command, name: readonly string[] = []): void {
  command.showHelpAfterError(`Run "${['reins', ...name, '--help'].join(' ')}" for help.`);
  for (const inner of command.commands) addExamples(inner, [...name, inner.name()]);
  const examples = EXAMPLES[name.join(' ')];
  if (!examples) return;
  const width = Math.max(...examples.map(([line, does]) => (does ? line.length : 0)));
  const lines = examples.map(([line, does]) => `  ${does ? `${line.padEnd(width)}  # ${does}` : line}`);
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
