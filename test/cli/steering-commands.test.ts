/** The commands that steer sessions, run as processes against the real server with a scripted Steering behind it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, vi } from 'vitest';
import { emptyUsage } from '../../src/core/usage/add-usage.ts';
import { ReinsError } from '../../src/protocol/errors.ts';
import { waitUntil } from '../../stage/patience.ts';
import { type ReinsProcess, startReins } from '../reins-process.ts';
import { type RunningServer, SESSION, START, startServer } from '../running-server.ts';
import { MESSAGE, NEW_SESSION } from '../scripted-steering.ts';

interface World {
  readonly server: RunningServer;
  /** An empty folder. */
  readonly folder: string;
  start(args: readonly string[], input?: string): ReinsProcess;
  run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

const test = base.extend<{ world: World }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
  world: async ({}, use) => {
    const server = await startServer();
    const folder = mkdtempSync(join(tmpdir(), 'reins-commands-'));
    const env = {
      ...{ PATH: process.env['PATH'] ?? '', HOME: folder, REINS_HOME: join(folder, 'home') },
      ...{ REINS_URL: server.url, REINS_TOKEN: server.tokens.operator },
    };
    const start = (args: readonly string[], input?: string) =>
      startReins(args, env, { cwd: folder, ...(input !== undefined && { input }) });
    try {
      await use({ server, folder, start, run: (...args) => start(args).exited });
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

const ID = SESSION.slice(0, 8);
const started = (server: RunningServer) =>
  server.append('session_started', { how: 'startup' }, { observed: { title: 'Fix the flaky test' } });

test('new: options become the call, flags of claude pass through, the id is printed', async ({ world }) => {
  const { server, folder, start } = world;
  writeFileSync(join(folder, 'schema.json'), '{"type":"object"}');
  const args = [
    ...[
      'new',
      '--model',
      'opus',
      '--effort',
      'high',
      'fix it',
      '--permission-mode',
      'plan',
      '--name',
      'mine',
    ],
    ...['--allowedTools', 'Bash(git log *),Edit', '--add-dir', 'side', '--json-schema', 'schema.json'],
    ...['--max-turns', '3', '--max-budget-usd', '0.5', '--mcp-config', '{"mcpServers":{}}', '--env', 'A=b=c'],
    ...['--no-persist', '--all-hooks', '--setting-sources', 'user,local', '--', '--of-the-future', '1'],
  ];
  const { code, stdout, stderr } = await start(args).exited;
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${NEW_SESSION}\n`, stderr: '' });
  expect(server.steered).toEqual([
    [
      'create',
      {
        ...{ cwd: folder, prompt: 'fix it', model: 'opus', permission_mode: 'plan', name: 'mine' },
        ...{ allowed_tools: ['Bash(git log *)', 'Edit'], add_dirs: [join(folder, 'side')] },
        ...{ json_schema: { type: 'object' }, max_turns: 3, max_budget_usd: 0.5 },
        ...{ mcp_config: { mcpServers: {} }, env: { A: 'b=c' }, persist: false, all_hooks: true },
        ...{ setting_sources: ['user', 'local'] },
        claude_args: ['--effort', 'high', '--of-the-future', '1'],
      },
      'operator',
    ],
  ]);
});

test('new: a template and a worktree; options override the template', async ({ world }) => {
  const { server, folder, run } = world;
  const template = {
    ...{ cwd: '/tmp', prompt: 'fix it', model: 'opus', max_turns: 3 },
    claude_args: ['--ide'],
  };
  const patch = { method: 'PATCH', body: { templates: { careful: template } } };
  expect((await server.call('/api/settings', patch)).status).toBe(200);
  await run('new', '--template', 'careful');
  await run('new', '--template', 'careful', 'and this', '--cwd', folder, '--model', 'haiku', '--', '--brief');
  await run('new', 'in a tree', '-w');
  await run('new', '--worktree', 'side', 'in that tree');
  expect(server.steered.map(([, body]) => body)).toEqual([
    template,
    { ...template, cwd: folder, prompt: 'and this', model: 'haiku', claude_args: ['--ide', '--brief'] },
    { cwd: folder, prompt: 'in a tree', worktree: true },
    { cwd: folder, prompt: 'in that tree', worktree: 'side' },
  ]);
  const unknown = await run('new', '--template', 'bold');
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Templates: careful.') });
  expect((await run('new', '-c', '--template', 'careful')).stderr).toContain(
    'not for --resume or --continue',
  );
});

test('new: standard input, JSON, a driver, another session', async ({ world }) => {
  const { server, folder, start, run } = world;
  started(server);
  const piped = await start(['new', '-', '--driver', 'stream', '--json'], 'from a\npipe\n').exited;
  expect(JSON.parse(piped.stdout)).toMatchObject({ session_id: NEW_SESSION, status: 'starting' });
  await run('new', '-r', ID, '--fork-session');
  await run('new', '--resume', ID);
  await run('new', '-c', '--cwd', '/');
  expect(server.steered).toEqual([
    ['create', { cwd: folder, prompt: 'from a\npipe', driver: 'stream' }, 'operator'],
    ['create', { fork: SESSION }, 'operator'],
    ['create', { session_id: SESSION, resume: true }, 'operator'],
    ['create', { cwd: '/', continue: true }, 'operator'],
  ]);
});

test('new: wrong usage exits with 2, gives the reason, and sends nothing', async ({ world }) => {
  const wrong: [args: string[], words: RegExp][] = [
    [['new', 'fix', 'it'], /There are 2 prompts/],
    [['new', '--of-the-future', 'fix it'], /after "--"/],
    [['new', '-p', 'fix it'], /reins send ID --wait/],
    [['new', '--max-turns', 'many'], /--max-turns must be a number/],
    [['new', '--json-schema', 'missing.json'], /cannot read missing\.json \(ENOENT\)/],
    [['new', '--mcp-config', '{"token":"hunter2",}'], /cannot read the value \(it is not JSON\)/],
    [['new', '--driver', 'pigeon'], /driver: /],
    [['new', '--session-id', 'mine'], /session_id: session ids are UUIDs, for example [0-9a-f-]{36}\./],
    [['new', '--env', 'hunter2'], /NAME=value/],
  ];
  for (const [args, words] of wrong) {
    const { code, stdout, stderr } = await world.run(...args);
    expect({ code, stdout }, args.join(' ')).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr).not.toContain('hunter2');
  }
  expect(world.server.steered).toEqual([]);
});

test('send: text, a pipe, an image, and when', async ({ world }) => {
  const { server, folder, start, run } = world;
  started(server);
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
    'base64',
  );
  writeFileSync(join(folder, 'shot'), png);
  const sent = await run('send', 'Fix the flaky test', 'do', 'it', '--when', 'steer');
  expect(sent).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^queued: message \S+ to session 1{8}\n$/),
  });
  await start(['send', ID], 'over\npipe\n').exited;
  await start(['send', ID, '-'], 'asked for').exited;
  const json = await run('send', 'last', 'look', '--image', 'shot', '--image', 'shot', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ session_id: SESSION, state: 'queued' });
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: png.toString('base64') },
  };
  const message_id = expect.any(String);
  expect(server.steered).toEqual([
    ['send', SESSION, { text: 'do it', message_id, when: 'steer' }, 'operator'],
    ['send', SESSION, { text: 'over\npipe', message_id, when: 'queue' }, 'operator'],
    ['send', SESSION, { text: 'asked for', message_id, when: 'queue' }, 'operator'],
    [
      'send',
      SESSION,
      { content: [image, image, { type: 'text', text: 'look' }], message_id, when: 'queue' },
      'operator',
    ],
  ]);
});

test('send: refuses what cannot be sent', async ({ world }) => {
  const { server, folder, run } = world;
  started(server);
  writeFileSync(join(folder, 'sound.wav'), 'RIFF....WAVE');
  writeFileSync(
    join(folder, 'large.png'),
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(6_000_000)]),
  );
  const wrong: [args: string[], code: number, words: RegExp][] = [
    [['send', ID], 2, /nothing to send/],
    [['send', ID, 'hi', '--when', 'later'], 2, /queue, steer or now/],
    [['send', ID, '--image', 'missing.png'], 2, /Cannot read missing\.png/],
    [['send', ID, '--image', 'sound.wav'], 1, /not a PNG, JPEG, GIF or WebP/],
    [['send', ID, '--image', 'large.png'], 1, /at most 5242880 bytes/],
    [['send', 'ffff', 'hi'], 1, /reins ls --all/],
  ];
  for (const [args, code, words] of wrong) {
    const result = await run(...args);
    expect(result.code, args.join(' ')).toBe(code);
    expect(result.stderr).toMatch(words);
  }
  expect(server.steered).toEqual([]);
});

/** The events of a turn, with the message id that the command has chosen. */
async function play(server: RunningServer, report: { outcome: 'completed' | 'failed'; text?: string }) {
  const sent = await waitUntil('the message', () => server.steered.find(([call]) => call === 'send'));
  const { message_id } = sent[2] as { message_id: string };
  let steps = 0;
  const about = () => ({ at: START + 1000 * ++steps });
  server.append('message_delivered', { message_id }, about());
  server.append('message_accepted', { message_id }, about());
  const input = { command: 'rm x' };
  const interaction = { interaction_id: 'i', kind: 'permission', tool_name: 'Bash', input } as const;
  server.append('interaction_opened', { ...interaction, suggestions: [], routes: [] }, about());
  const { outcome, text } = report;
  const error = { code: 'error_max_turns', message: 'Reached maximum number of turns (1)' };
  const facts = {
    ...{ message_id, outcome, text: text ?? '', cost_usd: 0.25 },
    ...(text === undefined ? { error } : { structured_output: { n: 1 } }),
  };
  server.append('message_finished', facts, about());
  return message_id;
}

test('send --wait: the answer on standard output, the rest on standard error', async ({ world }) => {
  const { server, start } = world;
  started(server);
  const plain = start(['send', ID, 'go', '--wait']);
  await play(server, { outcome: 'completed', text: 'All is well.' });
  expect(await plain.exited).toEqual({
    ...{ code: 0, stdout: 'All is well.\n' },
    stderr: 'reins: Claude is waiting for an answer (permission): Bash: rm x\n',
  });
});

test('send --wait --json, and to a fork', async ({ world }) => {
  const { server, start } = world;
  started(server);
  const json = start(['send', ID, 'go', '--wait', '--json', '--fork', '--driver', 'stream']);
  await waitUntil('the copy', () => server.steered.some(([call]) => call === 'fork'));
  const appendToCopy: RunningServer['append'] = (type, facts, about) =>
    server.append(type, facts, { ...about, sessionId: NEW_SESSION });
  const message_id = await play({ ...server, append: appendToCopy }, { outcome: 'completed', text: 'Done.' });
  const { code, stdout } = await json.exited;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    ...{ session_id: NEW_SESSION, message_id, outcome: 'completed', text: 'Done.' },
    ...{ structured_output: { n: 1 }, usage: emptyUsage(), session_cost_usd: 0.25 },
  });
  expect(server.steered[0]).toEqual(['fork', SESSION, { driver: 'stream' }, 'operator']);
});

test('send --wait: a failed turn is a failed command', async ({ world }) => {
  const { server, start } = world;
  started(server);
  const failing = start(['send', ID, 'go', '--wait']);
  await play(server, { outcome: 'failed' });
  const { code, stderr } = await failing.exited;
  expect(code).toBe(1);
  expect(stderr).toContain('reins: the turn failed: Reached maximum number of turns (1)');
});

test('send --wait: Ctrl-C leaves the session alone and reports it', async ({ world }) => {
  const { server, start } = world;
  started(server);
  const waiting = start(['send', ID, 'go', '--wait']);
  await waitUntil('the message', () => server.steered.some(([call]) => call === 'send'));
  waiting.child.kill('SIGINT');
  const { code, stderr } = await waiting.exited;
  expect(code).toBe(1);
  expect(stderr).toContain(`stopped waiting; the session continues. "reins watch ${ID}" follows it`);
  expect(server.steered.map(([call]) => call)).toEqual(['send']);
});

test('send --wait --timeout: stops waiting, and the session continues', async ({ world }) => {
  const { server, run } = world;
  started(server);
  const { code, stdout, stderr } = await run('send', ID, 'go', '--wait', '--timeout', '1s');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('stopped waiting; the session continues');
});

test('queue: list, edit, move, cancel', async ({ world }) => {
  const { server, run } = world;
  started(server);
  expect((await run('queue', ID)).stdout).toMatch(
    /^#.*PROMPT\n1 +44444444 +queued +queue +operator .* do it\n$/,
  );
  expect(JSON.parse((await run('queue', ID, '--json')).stdout)).toMatchObject({
    items: [{ message_id: MESSAGE }],
  });
  await run('queue', ID, '--edit', '1', 'do', 'that');
  await run('queue', ID, '--move', '444', '--last');
  await run('queue', ID, '--move', '1', '--before', MESSAGE);
  await run('queue', ID, '--steer', '1');
  await run('queue', ID, '--now', '1');
  expect((await run('queue', ID, '--remove', MESSAGE)).stdout).toBe('cancelled: 44444444  do it\n');
  const changes = server.steered.filter(([call]) => call !== 'queue');
  expect(changes).toEqual([
    ['changeMessage', SESSION, MESSAGE, { text: 'do that' }, 'operator'],
    ['changeMessage', SESSION, MESSAGE, { before: null }, 'operator'],
    ['changeMessage', SESSION, MESSAGE, { before: MESSAGE }, 'operator'],
    ['changeMessage', SESSION, MESSAGE, { when: 'steer' }, 'operator'],
    ['changeMessage', SESSION, MESSAGE, { when: 'now' }, 'operator'],
    ['removeMessage', SESSION, MESSAGE, 'operator'],
  ]);
  for (const wrong of [
    ...[['--move', '1'], ['--last'], ['--edit', '1'], ['--remove', '1', '--edit', '1'], ['some', 'words']],
    ['--now', '1', '--steer', '1'],
  ]) {
    expect((await run('queue', ID, ...wrong)).code, wrong.join(' ')).toBe(2);
  }
  expect(await run('queue', ID, '--remove', '7')).toMatchObject({ code: 1 });
});

test('takeover names what would be lost, and how to do it anyway', async ({ world }) => {
  const { server, run } = world;
  started(server);
  const lost = [
    { what: 'turn', description: 'the turn that is running' },
    { what: 'draft', description: 'a draft' },
  ];
  const spy = vi.spyOn(server.deps.steering, 'takeover');
  spy.mockRejectedValueOnce(new ReinsError('takeover_needs_force', 'No.', { lost, pid: 7 }));
  const refused = await run('takeover', ID);
  expect(refused).toEqual({
    ...{ code: 1, stdout: '' },
    stderr:
      'reins: This ends process 7 of the session. You would lose:\n  - the turn that is running\n  - a draft\n' +
      `To do it anyway: reins takeover ${ID} --force\n`,
  });
  server.append('control_changed', { driver: 'stream', capabilities: [] });
  expect((await run('takeover', ID)).stdout).toMatch(/^already run by the hub: /);
  const done = await run('takeover', ID, '--force', '--driver', 'tmux');
  expect(done.stdout).toMatch(
    new RegExp(`^taken over: ${SESSION}  Fix the flaky test  . \\w+ \\(stream\\)\n$`),
  );
  expect(server.steered).toEqual([['takeover', SESSION, { force: true, driver: 'tmux' }, 'operator']]);
});

test('change: name, model, mode, relay and marks', async ({ world }) => {
  const { server, run } = world;
  started(server);
  const args = ['--name', 'Mine', '--model', 'opus', '--permission-mode', 'plan', '--relay', 'off'];
  expect((await run('change', ID, ...args)).stdout).toMatch(/^changed: /);
  expect(server.steered).toEqual([
    ['change', SESSION, { name: 'Mine', model: 'opus', permission_mode: 'plan', relay: false }, 'operator'],
  ]);
  server.append('session_marked', { labels: ['a', 'b'], by: 'me' });
  const marks = ['--pin', 'on', '--archive', 'off', '--label', 'c', '--unlabel', 'a'];
  expect(await run('change', ID, ...marks)).toMatchObject({ code: 0 });
  expect(server.steered.slice(1)).toEqual([
    ['change', SESSION, { pinned: true, archived: false, labels: ['b', 'c'] }, 'operator'],
  ]);
  expect(await run('change', ID)).toMatchObject({ code: 2, stderr: expect.stringContaining('at least one') });
  expect(await run('change', ID, '--relay', 'maybe')).toMatchObject({ code: 2 });
});

test('resume, fork, interrupt, stop', async ({ world }) => {
  const { server, run } = world;
  started(server);
  expect((await run('resume', ID, 'go on', '--model', 'opus')).stdout).toMatch(/^resumed: /);
  expect((await run('fork', ID, '--session-id', NEW_SESSION)).stdout).toContain(`copied to: ${NEW_SESSION}`);
  server.append('activity_changed', { activity: 'idle' });
  expect((await run('interrupt', ID)).stdout).toMatch(/^nothing to interrupt: .* idle/);
  server.append('activity_changed', { activity: 'working' });
  expect((await run('interrupt', ID)).stdout).toMatch(/^interrupted: /);
  expect(JSON.parse((await run('stop', ID, '--json')).stdout)).toMatchObject({ session_id: SESSION });
  server.append('session_ended', { reason: 'exit' }, { at: START + 60_000 });
  expect((await run('stop', ID)).stdout).toMatch(/^already ended: .* ended/);
  expect(server.steered).toEqual([
    ['resume', SESSION, { prompt: 'go on', model: 'opus' }, 'operator'],
    ['fork', SESSION, { session_id: NEW_SESSION }, 'operator'],
    ['interrupt', SESSION, 'operator'],
    ['stop', SESSION, 'operator'],
  ]);
});

test('attach needs a terminal; a command needs a hub', async ({ world }) => {
  started(world.server);
  const attach = await world.run('attach', ID);
  expect(attach.code).toBe(1);
  expect(attach.stderr).toContain('this is not a terminal');
  const env = { PATH: process.env['PATH'] ?? '', HOME: world.folder, REINS_HOME: join(world.folder, 'none') };
  for (const args of [
    ['new', 'hi'],
    ['send', ID, 'hi'],
    ['stop', ID],
  ]) {
    const { code, stderr } = await startReins(args, env).exited;
    expect(code, args.join(' ')).toBe(3);
    expect(stderr).toContain('reins up --detach');
  }
});
