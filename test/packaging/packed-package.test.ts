/**
 * The tarball as users get it: packed, installed in an empty folder, run from there; the examples of the SDK, and its types.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { version } from '../../package.json';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { installPacked } from './install-packed.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

const REQUIRED = `
const { connect, ReinsError } = require('reins/sdk');
console.log(typeof connect, new ReinsError('hub_not_running', 'x').code);
`;

const COMMON = `
import { connect, type RunResult } from 'reins/sdk';
export async function go(): Promise<RunResult> {
  const reins = await connect({ url: 'http://127.0.0.1:1', token: 'x' });
  const session = await reins.run({ cwd: '/', prompt: 'go', onQuestion: ({ questions }) => ({ [questions[0]?.question ?? '']: 'yes' }) });
  return session.finished();
}
`;

const PROGRAM = `
import { connect, ReinsError, type Reins, type Session } from 'reins/sdk';
const reins: Reins = await connect({ url: 'http://127.0.0.1:1', token: 'x' });
const session = await reins.run({ cwd: '/', prompt: 'go', onPermission: ({ tool_name }) => tool_name === 'Read' ? 'allow' : undefined });
session.on('turn_finished', ({ outcome }) => { const known: 'completed' | 'interrupted' | 'failed' = outcome; console.log(known); });
for await (const event of session.events()) if (event.type === 'assistant_text') console.log(event.text.trim());
const { usage, structured_output } = await session.finished();
const all: Session[] = (await reins.list()).items.slice();
console.log(usage.input_tokens.toFixed(), structured_output, all, ReinsError);
// @ts-expect-error there is no such event
session.on('no_such_event', () => {});
// @ts-expect-error there is no such decision
await session.answer('id', { decision: 'perhaps' });
`;

/** The newest TypeScript, and an older one with the module systems that the newest has dropped. */
async function checkTypes(folder: string): Promise<void> {
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  for (const name of ['common.cts', 'common.ts']) writeFileSync(join(folder, name), COMMON);
  const tscIn = (place: string) => join(root, place, 'node_modules/typescript/bin/tsc');
  const [newest, older] = [tscIn('.'), tscIn('test/clients')] as const;
  const next = ['--module', 'nodenext'];
  // Types that one of them has checked need not be checked in every module system.
  const known = ['--skipLibCheck'];
  const runs = [
    [newest, ...next, 'program.ts', 'common.cts'],
    [older, ...next, 'program.ts', 'common.cts'],
    [older, ...known, '--module', 'node16', 'common.cts'],
    [older, ...known, '--module', 'commonjs', '--moduleResolution', 'node10', 'common.ts'],
    [older, ...known, '--module', 'esnext', '--moduleResolution', 'bundler', 'program.ts'],
  ];
  const lib = ['--lib', 'es2023,dom,dom.asynciterable'];
  const strict = ['--strict', '--noEmit', '--target', 'es2022', ...lib];
  for (const [tsc = '', ...options] of runs) {
    const check = run(process.execPath, [tsc, ...strict, ...options], { cwd: folder });
    expect(await check.catch(({ stdout }) => ({ stdout })), options.join(' ')).toMatchObject({ stdout: '' });
  }
}

stageTest('a packed tarball: the program, the examples and the types', async ({ stage }) => {
  stage.play(
    scene(
      'make the tests pass',
      [call('Bash', { command: 'npm test; curl -s http://127.0.0.1:1', description: 'x' })],
      [say('Nothing was sent anywhere.')],
    ),
    scene('touch it', [call('Bash', { command: 'touch touched.txt', description: 'x' })], [say('Touched.')]),
  );
  const { folder, paths, bytes } = await installPacked(stage.folder, {});
  const needed = ['dist/reins.js', 'dist/runner.js', 'dist/sdk/node.js', 'dist/sdk/browser/index.js'];
  expect(paths).toEqual(
    expect.arrayContaining([
      ...needed,
      'dist/sdk/index.d.ts',
      'dist/sdk/index.d.cts',
      'README.md',
      'LICENSE',
    ]),
  );
  const odd = paths.filter((path) => /\.ts$|^(src|test|stage|scripts)\//.test(path));
  expect(odd).toEqual(['dist/sdk/index.d.ts']);
  // A quarter of it is the documentation with its pictures; the page, Slack's libraries and NATS are a tenth each. The API
  // document and the SDK's types, with a comment on every field, are 100 kB.
  expect(bytes).toBeLessThan(2_800_000);
  const reins = join(folder, 'node_modules/.bin/reins');
  const runEnv = { ...stage.env, REINS_CLAUDE: stage.claudeBinary, REINS_HOME: join(stage.folder, 'packed') };
  const { stdout: printed } = await run(reins, ['--version'], { cwd: folder, env: runEnv });
  expect(printed.trim()).toBe(version);
  const { stdout: diagnosis } = await run(reins, ['doctor'], { cwd: folder, env: runEnv });
  expect(diagnosis).toMatch(/^ok {4}Claude Code/m);

  cpSync(join(root, 'examples'), folder, { recursive: true });
  const hub = await startStageHub(stage);
  const example = (name: string, ...args: string[]) =>
    run(process.execPath, [join(folder, name), ...args], { cwd: stage.project, env: hub.env });

  const bot = await example('ci-bot.mjs', 'make the tests pass');
  expect(bot.stdout).toBe('Nothing was sent anywhere.\n');
  expect(bot.stderr).toMatch(/· Bash\ncompleted/);
  expect(stage.requests.at(-1)?.hearing.toolResults.at(-1)?.text).toContain('Continue without it');

  // The chat is our own server, on which a person answers no.
  const received: { thread: string; text: string }[] = [];
  const chat = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    received.push(JSON.parse(body));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(chat, 'listening');
  const CHAT_URL = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`;
  const relay = spawn(process.execPath, [join(folder, 'chat-relay.mjs')], {
    env: { ...hub.env, CHAT_URL, PORT: '0' },
  });
  try {
    const [printed] = await once(relay.stdout, 'data');
    const url = `http://127.0.0.1:${/port (\d+)/.exec(String(printed))?.[1]}`;
    const targets = [
      {
        type: 'webhook' as const,
        url: `${url}/reins`,
        detail: 'short' as const,
        kinds: ['needs_answer' as const],
      },
    ];
    await hub.client.settings.change({ notify: targets });
    await hub.client.createSession({ cwd: stage.project, driver: 'stream', prompt: 'touch it' });
    const { thread, text } = await waitUntil('the chat to get the request', () => received[0]);
    expect(text).toBe('Claude wants to use Bash: touch touched.txt');
    const { stdout: board } = await example('dashboard.mjs', '--once');
    expect(board).toMatch(/1 live\n {2}waiting .*1 waiting for you/);
    const body = JSON.stringify({ thread, text: 'no, not today', by: 'Ada' });
    expect(await (await fetch(`${url}/chat`, { method: 'POST', body })).text()).toBe('Done.');
    expect(await (await fetch(`${url}/chat`, { method: 'POST', body })).text()).toContain(
      'answered by operator',
    );
    await waitUntil('Claude to get the answer', () =>
      stage.requests.some(({ hearing }) => hearing.allText.includes('not today')),
    );
  } finally {
    relay.kill();
    chat.close();
    await hub.kill('SIGTERM');
  }

  await checkTypes(folder);
  writeFileSync(join(folder, 'required.cjs'), REQUIRED);
  const { stdout: required } = await run(process.execPath, [join(folder, 'required.cjs')], { cwd: folder });
  expect(required).toBe('function hub_not_running\n');
});
