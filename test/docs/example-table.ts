/**
 * What the examples of the docs need in order to run on a stage: other values for placeholders, and the
 * reason why a command cannot run there. Other tests run most of those: they are named.
 */
import type { ShellExample } from './shell-examples.ts';

/** Pages whose commands do not run here, and why. */
const NOT_RUN_PAGES: Readonly<Record<string, string>> = {
  'docs/clients.md': 'test/clients/clients.test.ts runs its programs',
  'docs/fleet.md': 'needs NATS and several machines; test/fleet/setup.test.ts',
};

/** Commands that do not run here, and why. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'npm start': 'builds this checkout; every end-to-end test runs its build',
  'npm link':
    'installs a program for the whole machine; test/packaging/packed-package.test.ts installs the package',
  'reins reach': 'exits with 1, since tests listen on loopback only; test/cli/pair.test.ts',
  'reins service install': 'needs systemd or launchd; src/cli/service/service.test.ts',
  'loginctl enable-linger': 'changes the machine',
  'npm unlink -g reins': 'changes the programs of the machine',
  'git pull': 'needs the network',
  'tailscale serve --bg 4820': 'needs Tailscale',
  'docker build -t reins .': 'needs Docker',
  'docker run -d --init --name hub -p 127.0.0.1:4820:4820 -v reins:/data reins': 'needs Docker',
  'REINS_TOKEN=$(docker exec hub node dist/reins.js token add my-machine --role ingest) \\\n  reins install --url http://127.0.0.1:4820':
    'needs Docker',
  reins: 'needs a terminal; test/cli/guided-start.test.ts',
  'reins demo': 'runs until Ctrl-C; test/cli/demo.test.ts',
  'reins new': 'needs a terminal; test/stories/in-the-terminal.test.ts',
  'reins attach ID': 'needs a terminal; test/stories/in-the-terminal.test.ts',
  'reins answer': 'needs a terminal; test/cli/answer-terminal.test.ts',
  'reins tui': 'needs a terminal; test/tui/sessions.test.ts',
  'reins tui last': 'needs a terminal; test/tui/sessions.test.ts',
  'claude --permission-mode manual "Create a file called hello.txt with the date in it, using Bash"':
    'needs a terminal; test/stories/answer-a-terminal.test.ts',
  'reins slack setup': 'needs a Slack workspace; test/slack/slack.test.ts',
  'reins up --host 0.0.0.0 --allowed-host hub.example': 'tests listen on loopback only; test/cli/up.test.ts',
  'reins send --relay ID "run the tests again"': 'needs a session in a terminal; test/relay/relay.test.ts',
  'npm run chaos -- --minutes 60 --seed 1': 'runs for an hour; test/chaos/chaos.test.ts runs a short plan',
  'npm run chaos -- --minutes 2 --seed 17 --load 8': 'runs for minutes',
  'npm run chaos -- --drivers stream': 'runs for minutes',
  'npm run chaos -- --from v0.1.0': 'runs for minutes',
  'npm run chaos -- --judge /tmp/reins-failed-abc': 'needs the folder of a failed run',
  'npm run test:repeat -- 1 --jitter rows=1000': 'runs for minutes',
  'npm run test:repeat -- 3 --jitter random': 'runs for minutes',
  'npm run test:repeat -- 1 --freeze': 'runs for minutes',
  'STAGE_JITTER=rows=600,registry=600 npx vitest run test/web': 'runs for minutes',
  'npm run test:node': 'runs for minutes',
  'npm run test:node -- 24': 'runs for minutes',
  'npm run test:node -- here': 'runs for minutes',
};

/** After `reins down`, the hub has to be started again. */
export const isRun = ({ file, command }: ShellExample): boolean =>
  !(file in NOT_RUN_PAGES) &&
  (!(command in NOT_RUN) || (file === 'docs/upgrading.md' && command === 'npm start'));

/** Files whose commands stop the hub: they come last, in this order. */
export const LAST = ['docs/upgrading.md', 'docs/uninstalling.md'];

/** The requests that the examples of `reins answer` and of the API answer, in the order of the docs. */
export const ANSWERED: readonly [example: RegExp, request: 'permission' | 'question' | 'plan' | 'form'][] = [
  [/^reins answer 3f2a --(?:allow|deny)\b/, 'permission'],
  [/^reins answer 3f2a --(?:answer|reply)\b/, 'question'],
  [/^reins answer 3f2a --(?:approve|reject)\b/, 'plan'],
  [/^reins answer 3f2a --accept\b/, 'form'],
  [/\/api\/interactions\/ID\/answer$/, 'permission'],
];

export interface Places {
  readonly address: string;
  readonly session: string;
  readonly project: string;
  readonly ingestToken: string;
  readonly backup: () => string;
}

/** Placeholders of the docs, replaced by what is on the stage. */
export function fillIn(command: string, places: Places): string {
  const { address, session, project, ingestToken } = places;
  return (
    command
      .replaceAll('127.0.0.1:4820', address)
      .replace('--url https://hub.example', `--url http://${address}`)
      .replace('REINS_TOKEN=the-token', `REINS_TOKEN=${ingestToken}`)
      .replaceAll(/\b(?:ID|SESSION|last)\b/g, session)
      .replaceAll('/home/me/api', project)
      .replaceAll('~/api', project)
      .replace('reins-TIMESTAMP.db', () => places.backup())
      // A stream of events and a hub run until they are stopped.
      .replace(/^curl -N /, 'curl -N -m 1 ')
      .replace(/^(?:reins up|npm start)$/, 'reins up --detach --port 0')
      // Nothing leaves the machine.
      .replaceAll(/https:\/\/(?:ntfy|bot)\.example/g, `http://${address}`)
  );
}
