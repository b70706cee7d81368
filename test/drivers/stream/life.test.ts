/** The life of a stream run with the real Claude Code: prompts, control, the end. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runFolderAt } from '../../../src/drivers/stream/run-folder.ts';
import { isProcessAlive } from '../../../src/lib/process-identity.ts';
import { processes } from '../../../src/lib/processes.ts';
import { call, hold, say, scene } from '../../../stage/screenplay.ts';
import { stageTest } from '../../stage-test.ts';
import { streamStage, textPrompt } from './stream-stage.ts';

stageTest('starts, answers, and stops on request', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  const { driver, order, recorder, isClean } = streamStage(stage);
  const wanted = order();
  const run = await driver().start(wanted);
  expect(isProcessAlive(run.pid, run.startMark)).toBe(true);
  const prompt = textPrompt('hello');
  await run.deliver(prompt);
  const result = await recorder.result();
  expect(result).toMatchObject({ result: 'Good morning.', user_message_uuids: [prompt.messageId] });
  expect(result.session_id).toBe(wanted.sessionId);
  await run.stop();
  expect(isProcessAlive(run.pid, run.startMark)).toBe(false);
  expect(recorder.ends).toEqual([{ runId: run.runId, reason: 'stopped' }]);
  await isClean();
  await expect(run.deliver(textPrompt('too late'))).rejects.toMatchObject({ code: 'session_ended' });
});

stageTest('hides its input from others, and the hub’s variables from claude', async ({ stage }) => {
  stage.play(scene('look', [call('Bash', { command: 'env > env.txt' })], [say('Looked.')]));
  const { driver, order, recorder, runFolder } = streamStage(stage);
  const mcp_config = {
    mcpServers: { secret: { command: 'node', args: ['-e', '0'], env: { KEY: 'mcp-secret' } } },
  };
  const env = {
    ...stage.env,
    REINS_TOKEN: 'hub-secret',
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: 'outer',
    MINE: 'env-secret',
  };
  const run = await driver().start(
    order({
      env,
      choices: { mcp_config, permission_mode: 'acceptEdits', allowed_tools: ['Bash(ls:*)', 'Bash(env:*)'] },
    }),
  );
  await run.deliver(textPrompt('look'));
  expect(await recorder.result()).toMatchObject({ result: 'Looked.' });
  const seen = readFileSync(join(stage.project, 'env.txt'), 'utf8');
  expect(seen).toContain('MINE=env-secret');
  expect(seen).not.toMatch(/^REINS_/m);
  expect(seen).not.toContain('CLAUDE_CODE_SESSION_ID=outer');
  const folder = runFolder(run);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of [
    'run.json',
    'claude.json',
    'mcp.json',
    'settings.json',
    'journal-0',
    'runner.sock',
    'runner.log',
  ])
    expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600]);
  expect(readFileSync(join(folder, 'run.json'), 'utf8')).not.toContain('secret');
  const commandLine = processes.commandLine(run.pid).join(' ');
  expect(commandLine).toContain('mcp.json');
  expect(commandLine).not.toContain('secret');
  await run.stop();
});

stageTest('model, mode, name and interrupt work, and refusals are reported', async ({ stage }) => {
  stage.play(
    scene('talk', [say('word '.repeat(40), { chunk: 5 }), hold()]),
    scene('and now', [say('Fine.')]),
  );
  const { driver, order, recorder } = streamStage(stage);
  const run = await driver().start(order());
  await run.setModel('claude-sonnet-5');
  await run.setPermissionMode('plan');
  await run.rename('A new name');
  await recorder.next('the name', (line) => line['title'] === 'A new name');
  await expect(run.setPermissionMode('bypassPermissions')).rejects.toMatchObject({ code: 'not_capable' });
  await expect(run.setPermissionMode('nonsense')).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(run.control({ subtype: 'dance' })).rejects.toMatchObject({ code: 'not_capable' });
  await run.deliver(textPrompt('talk'));
  const init = await recorder.next('the turn', ({ subtype }) => subtype === 'init');
  expect(init).toMatchObject({ model: 'claude-sonnet-5', permissionMode: 'plan' });
  await recorder.next('the first words', ({ type }) => type === 'stream_event');
  await run.interrupt();
  expect(await recorder.result()).toMatchObject({ terminal_reason: 'aborted_streaming' });
  await run.deliver(textPrompt('and now'));
  expect(await recorder.result(2)).toMatchObject({ result: 'Fine.' });
  await run.stop();
});

stageTest('a stop right after a prompt takes effect, and leaves the next prompt alone', async ({ stage }) => {
  stage.play(scene('talk', [say('A long'), hold()]), scene('and now', [say('Fine.')]));
  const { driver, order, recorder } = streamStage(stage);
  const run = await driver().start(order());
  for (let turn = 0; turn < 8; turn += 2) {
    const sent = run.deliver(textPrompt('talk'));
    const stopped = run.interrupt();
    const next = run.deliver(textPrompt('and now'));
    await Promise.all([sent, stopped, next]);
    expect(await recorder.result(turn + 1)).toMatchObject({ terminal_reason: 'aborted_streaming' });
    expect(await recorder.result(turn + 2)).toMatchObject({ result: 'Fine.' });
  }
  await run.stop();
});

stageTest('follows /clear to the new session, even across a restart of the hub', async ({ stage }) => {
  const { driver, order, recorder } = streamStage(stage);
  const before = driver();
  const wanted = order();
  const run = await before.start(wanted);
  await run.deliver(textPrompt('/clear'));
  const { session_id } = await recorder.result();
  expect(session_id).not.toBe(wanted.sessionId);
  expect(run.sessionId).toBe(session_id);
  before.close();
  const [found] = await driver().reattach();
  expect(found).toMatchObject({ runId: run.runId, sessionId: session_id, pid: run.pid });
  await found?.stop();
});

stageTest('resumes, forks, and recognizes a claude started by a script', async ({ stage }) => {
  stage.play(scene('remember blue', [say('Blue it is.')]), scene('which colour', [say('Blue.')]));
  const { driver, order, recorder } = streamStage(stage);
  const wanted = order();
  const first = await driver().start(wanted);
  await first.deliver(textPrompt('remember blue'));
  await recorder.result();
  await first.stop();

  const script = join(stage.folder, 'my-claude');
  writeScript(script, `"${stage.claudeBinary}" "$@"\n`);
  const again = await driver().start({ ...wanted, how: 'resume', claude: script });
  expect(processes.commandLine(again.pid)).toContain(stage.claudeBinary);
  await again.deliver(textPrompt('which colour'));
  expect((await recorder.result(2)).session_id).toBe(wanted.sessionId);

  const copy = await driver().start(order({ how: { forkOf: wanted.sessionId } }));
  await copy.deliver(textPrompt('which colour'));
  expect((await recorder.result(3)).session_id).toBe(copy.sessionId);
  expect(JSON.stringify(stage.requests.at(-1)?.body.messages)).toContain('Blue it is.');
  await Promise.all([again.stop(), copy.stop()]);
  expect(isProcessAlive(again.pid, again.startMark)).toBe(false);
});

stageTest('works in a home with a long path and with unknown files in it', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  const { driver, order, recorder, runsFolder, runFolder } = streamStage(stage, 'long-name/'.repeat(20));
  const before = driver();
  const run = await before.start(order());
  before.close();
  writeFileSync(join(runsFolder, 'note.txt'), 'not a run');
  const [found] = await driver().reattach();
  await found?.deliver(textPrompt('hello'));
  expect(await recorder.result()).toMatchObject({ result: 'Good morning.' });
  const { socketFile } = runFolderAt(runFolder(run));
  expect(Buffer.byteLength(socketFile)).toBeLessThan(100);
  expect(statSync(socketFile).mode & 0o777).toBe(0o600);
  await found?.stop();
  expect(existsSync(socketFile)).toBe(false);
  expect(readdirSync(runsFolder)).toEqual(['note.txt']);
});

function writeScript(path: string, body: string): void {
  writeFileSync(path, `#!/bin/sh\n${body}`);
  chmodSync(path, 0o755);
}
