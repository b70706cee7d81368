/**
 * `reins demo`: a separate hub in a temporary folder, with sessions that wait for answers. Claude Code is the real one; the
 * model is a script on this machine, so it needs no account and costs nothing. Ctrl-C stops and removes everything.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedClaudeBinary } from '../../../stage/claude-binary.ts';
import { asking, DB_FILE, flakyTest, migration, PLAN, planning } from '../../../stage/plays.ts';
import { call, say, scene } from '../../../stage/screenplay.ts';
import { openStage, type Stage } from '../../../stage/stage.ts';
import { findClaude } from '../../claude/find-claude.ts';
import { locateHome, prepareHome } from '../../hub/home/reins-home.ts';
import { SAMPLE_PROMPT } from '../../hub/setup.ts';
import { chooseStyle } from '../../lib/style.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findProgram } from '../install/find-program.ts';
import { launchHub } from '../launch-hub.ts';
import { openBrowser } from '../start/open-browser.ts';
import { stopSignal } from '../stop-signal.ts';

export async function demo({ open }: { open?: boolean } = {}): Promise<number> {
  const stop = stopSignal();
  const claudeBinary = chooseClaude();
  if (claudeBinary === undefined) {
    console.error(
      'Claude Code was not found. Put "claude" on PATH, or set REINS_CLAUDE to its path. In a clone of Reins, "npm ci" installs one.',
    );
    return EXIT.failed;
  }
  console.error('Setting up a hub, a scripted model and four sessions …');
  const stage = await openStage({ claudeBinary });
  const env = { ...stage.env, REINS_HOME: join(stage.folder, 'reins'), REINS_CLAUDE: stage.claudeBinary };
  let pid: number | undefined;
  try {
    markAsDemo(env);
    const launched = await launchHub(['up', '--port', '0'], env);
    if (!launched.hub) {
      console.error(launched.output);
      return launched.exitCode;
    }
    pid = launched.hub.pid;
    const { client } = findHub(env);
    const sessions = await play(stage, client);
    const { links } = await client.devices.invite({ role: 'operator', name: 'demo' });
    console.log(describe(links[0] ?? launched.hub.url, env.REINS_HOME));
    if (process.stdout.isTTY && open !== false) await openBrowser(links[0] ?? '', process.env);
    await new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      else stop.addEventListener('abort', () => resolve());
    });
    await Promise.all(sessions.map((id) => client.stopSession(id).catch(() => {})));
    return EXIT.done;
  } finally {
    endHub(pid);
    await stage.close();
    console.error('The demo has ended, and its folder is removed.');
  }
}

/** So that no command writes the temporary folder into settings that outlive it. */
function markAsDemo(env: NodeJS.ProcessEnv): void {
  const home = locateHome(env);
  prepareHome(home);
  writeFileSync(home.demoFile, '', { mode: 0o600 });
}

/** The user's own, or the one from a clone of the repository. */
function chooseClaude(): string | undefined {
  const found = findClaude(process.env)?.path;
  if (found !== undefined || process.env['REINS_CLAUDE']) return found;
  try {
    return pinnedClaudeBinary();
  } catch {
    return undefined;
  }
}

/** The sample session that the page offers. */
const sample = scene(
  SAMPLE_PROMPT,
  [call('Bash', { command: 'date > hello.txt', description: 'Write the date to hello.txt' })],
  [say('I wrote the date to hello.txt.')],
);

/** Four sessions: one that has finished its work, and one for each kind of request. */
async function play(stage: Stage, client: Client): Promise<string[]> {
  const api = stage.makeProject('api-server');
  const shop = stage.makeProject('web-shop');
  mkdirSync(join(api, 'src'));
  writeFileSync(join(api, 'src', 'db.ts'), DB_FILE);
  stage.play(flakyTest(api), migration, asking, planning(PLAN), sample);
  const begin = async (cwd: string, prompt: string, permission_mode: 'default' | 'acceptEdits' | 'plan') => {
    // Grep is available only if requested.
    const allowed_tools = ['Read', 'Grep'];
    const order = { cwd, prompt, permission_mode, allowed_tools, driver: 'stream' as const };
    return (await client.createSession(order)).session_id;
  };
  return [
    await begin(api, 'fix the flaky test', 'acceptEdits'),
    await begin(api, 'prepare the release', 'default'),
    await begin(shop, 'choose a database', 'default'),
    await begin(shop, 'plan it', 'plan'),
  ];
}

const PROMPTS = [
  ['fix the flaky test', 'edits a file and runs a command'],
  ['prepare the release', 'asks to run a command'],
  ['choose a database', 'asks two questions'],
  ['plan it', 'presents a plan, in plan mode'],
] as const;

function describe(link: string, home: string): string {
  const { strong, quiet } = chooseStyle(process.stdout, process.env);
  // In a clone, it may not be on PATH.
  const reins = findProgram('reins', process.env) ? 'reins' : `node ${process.argv[1]}`;
  return [
    '',
    'A command, a question and a plan are waiting for you; one session is done.',
    '',
    `${strong('The page:')} open this link in a browser; it works once:`,
    `  ${link}`,
    '',
    `${strong('The terminal UI and the commands:')} in another terminal,`,
    `  export REINS_HOME='${home}'`,
    `  ${reins}            the terminal UI`,
    `  ${reins} inbox      pending requests`,
    `  ${reins} answer     answers one`,
    '',
    `${strong('Prompts that the scripted model knows,')} for any session and for new ones:`,
    ...PROMPTS.map(([prompt, effect]) => `  ${prompt.padEnd(20)} ${quiet(effect)}`),
    '',
    quiet('Ctrl-C stops and removes everything.'),
  ].join('\n');
}

function endHub(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has already ended.
  }
}
