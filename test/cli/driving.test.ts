/** Real headless sessions driven from the command line, as scripts do. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { firstMessage } from '../../src/cli/steer/await-turn.ts';
import { followTurn } from '../../src/cli/steer/follow-turn.ts';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, fail, hold, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { startReins } from '../reins-process.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

async function begin(stage: Stage, hub: StageHub, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await hub.run('new', '--cwd', stage.project, ...args);
  expect(stderr).toBe('');
  return stdout.trim();
}

test('new --follow shows the turn and exits when it ends, even if it is already over', async ({
  stage,
  hub,
}) => {
  stage.play(
    scene('make a file', [say('On it.'), call('Bash', { command: 'touch made.txt' })], [say('Made.')]),
    scene('fail', fail(400)),
  );
  const sessionId = randomUUID();
  const made = await hub.run(
    ...['new', '--cwd', stage.project, '--session-id', sessionId, '--allowed-tools', 'Bash'],
    ...['--follow', 'make a file'],
  );
  expect(made.code).toBe(0);
  // Text that is shown while it is written may be ahead of the transcript.
  const lines = [/you {5}make a file\n/, /claude {2}On it\.\n/, /touch made\.txt/, /claude {2}Made\.\n/];
  for (const line of lines) expect(made.stdout).toMatch(line);
  const failed = await hub.run('new', '--cwd', stage.project, '--follow', '--json', 'fail');
  expect(failed.code).toBe(1);
  const events = failed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  // The transcript, with `api_failed`, may be read after the stream.
  expect(events.find(({ type }) => type === 'turn_reported')).toMatchObject({
    outcome: 'failed',
    error: { code: 'api_error' },
  });

  // The same for a turn that is over.
  const messageId = await firstMessage(hub.client, sessionId);
  const { signal } = new AbortController();
  let printed = '';
  const print = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  const follow = (json: boolean) =>
    followTurn(hub.client, { sessionId, messageId, since: 0 }, { json, signal });
  const codes = [await follow(true)];
  const types = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type);
  printed = '';
  codes.push(await follow(false));
  print.mockRestore();
  expect(codes).toEqual([0, 0]);
  expect(types).toEqual(expect.arrayContaining(['prompt_submitted', 'assistant_text', 'turn_finished']));
  expect(printed).toContain('Made.');
});

test('send --wait: text, JSON, structured output, commands, failures', async ({ stage, hub }) => {
  stage.play(
    scene('hello', [say('Good morning.')]),
    scene('once more', [say('Good evening.')]),
    scene('in form', [call('StructuredOutput', { n: 7 })]),
    scene('fail', fail(400)),
  );
  const id = await begin(stage, hub, '--name', 'Fact finder');
  const plain = await hub.run('send', 'fact finder', 'hello', '--wait');
  expect(plain).toEqual({ code: 0, stdout: 'Good morning.\n', stderr: '' });
  const command = await hub.run('send', id, '/cost', '--wait');
  expect(command).toMatchObject({ code: 0, stdout: expect.stringContaining('Total cost') });
  await hub.run('stop', id);
  const refused = await hub.run('send', id, 'hello');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--wait') });
  const resumed = await hub.run('send', id, 'once more', '--wait');
  expect(resumed).toMatchObject({ code: 0, stdout: 'Good evening.\n' });
  expect(await hub.client.get(id)).toMatchObject({ status: 'ended' });
  const failed = await hub.run('send', id, 'fail', '--wait', '--json');
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    outcome: 'failed',
    error: { code: expect.any(String), message: expect.stringContaining('400') },
  });
  expect(await hub.client.get(id)).toMatchObject({ status: 'ended' });

  const schema = join(stage.folder, 'schema.json');
  writeFileSync(schema, '{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}');
  const formal = await begin(stage, hub, '--json-schema', schema);
  const formed = await hub.run('send', formal, 'in form', '--wait', '--json');
  expect(JSON.parse(formed.stdout)).toMatchObject({ outcome: 'completed', structured_output: { n: 7 } });
});

test('forks, queues and interrupts', async ({ stage, hub }) => {
  stage.play(
    scene('hello', [say('Good morning.')]),
    scene('take your time', [say('So'), hold()]),
    scene('second', [say('The second.')]),
    scene('first', [say('The first.')]),
    scene('elsewhere', [say('In the copy.')]),
  );
  const id = await begin(stage, hub);
  await hub.run('send', id, 'hello', '--wait');
  const copied = await hub.run('send', id, 'elsewhere', '--fork', '--wait', '--json');
  const { session_id: copy, text } = JSON.parse(copied.stdout);
  expect({ text, isOther: copy !== id }).toEqual({ text: 'In the copy.', isOther: true });
  const before = await hub.client.get(copy);
  expect(before.turns.map(({ prompt }) => prompt?.kind === 'prompt' && prompt.text)).toEqual([
    'hello',
    'elsewhere',
  ]);
  expect((await hub.client.get(id)).turns).toHaveLength(1);

  const slow = hub.start('send', id, 'take your time', '--wait', '--json');
  await waitUntil('the turn to run', async () => (await hub.client.get(id)).status === 'working');
  for (const words of ['second', 'third', 'first']) await hub.send(id, words);
  expect((await hub.run('ls')).stdout).toMatch(new RegExp(`working \\+3 +${id.slice(0, 8)}`));
  expect((await hub.run('status')).stdout).toContain('3 prompts in the queue');
  await hub.run('queue', id, '--move', '3', '--before', '1');
  await hub.run('queue', id, '--remove', '3');
  const list = (await hub.run('queue', id)).stdout.split('\n');
  expect(list[1]).toMatch(/queued .* first$/);
  expect(list[2]).toMatch(/queued .* second$/);
  expect((await hub.run('interrupt', id)).code).toBe(0);
  const interrupted = await slow.exited;
  expect(interrupted.code).toBe(1);
  expect(JSON.parse(interrupted.stdout)).toMatchObject({ outcome: 'interrupted' });
  const view = await waitUntil('both turns', async () => {
    const now = await hub.client.get(id);
    return now.turns.at(-1)?.outcome === 'completed' && now.turns.length === 4 && now;
  });
  expect(view.turns.map(({ prompt }) => prompt?.kind === 'prompt' && prompt.text)).toEqual([
    ...['hello', 'take your time', 'first', 'second'],
  ]);
});

stageTest('down leaves sessions running, down --stop-sessions ends them', async ({ stage }) => {
  const hub = await startStageHub(stage);
  stage.play(scene('hello', [say('Good morning.')]));
  const id = await begin(stage, hub, 'hello');
  const pid = await waitUntil('the run', async () => (await hub.client.get(id)).pid);
  expect((await hub.run('down')).code).toBe(0);
  expect(isProcessAlive(pid)).toBe(true);
  await hub.restart();
  expect(await hub.client.get(id)).toMatchObject({ pid, driver: 'stream' });
  const down = await hub.run('down', '--stop-sessions');
  expect(down).toMatchObject({ code: 0, stdout: expect.stringContaining('1 session ended.') });
  expect(isProcessAlive(pid)).toBe(false);
  await hub.restart();
  expect(await hub.client.get(id)).toMatchObject({ status: 'ended' });
  const late = await hub.run('send', id, 'too late');
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining(`reins resume ${id.slice(0, 8)}`) });
  await hub.run('resume', id);
  expect((await hub.run('send', id, 'hello', '--wait')).stdout).toBe('Good morning.\n');
});

test('reports immediately what cannot start', async ({ stage, hub }) => {
  const file = join(stage.folder, 'file');
  writeFileSync(file, '');
  const strange = join(stage.folder, 'strange');
  mkdirSync(strange);
  const wrong: [args: string[], words: RegExp][] = [
    [['--cwd', strange], /The folder .*strange is not trusted yet.* --trust/],
    [['--cwd', join(stage.folder, 'nowhere')], /there is no such folder/],
    [['--cwd', file], /it is not a folder/],
    [['--resume', 'ffff'], /reins ls --all/],
    [['--continue', '--cwd', stage.folder], /There is no known session in/],
  ];
  for (const [args, words] of wrong) {
    const { code, stderr } = await hub.run('new', ...args);
    expect(code, args.join(' ')).toBe(1);
    expect(stderr).toMatch(words);
  }
  expect(await hub.run('new', '--cwd', strange, '--trust')).toMatchObject({ code: 0 });
  expect(await hub.run('new', '--cwd', strange)).toMatchObject({ code: 0 });
  expect((await hub.run('config', 'get', 'trusted_folders')).stdout).toContain('/strange"]');
  mkdirSync(join(stage.folder, 'other'));
  const other = {
    ...hub.env,
    REINS_HOME: join(stage.folder, 'other'),
    REINS_CLAUDE: join(stage.folder, 'no-claude'),
  };
  const up = startReins(['up', '--port', '0'], other);
  await up.waitForOutput(/is up at/);
  const { code, stderr } = await startReins(['new'], other, { cwd: stage.project }).exited;
  expect(code).toBe(1);
  expect(stderr).toMatch(/REINS_CLAUDE names .*no-claude/);
});
