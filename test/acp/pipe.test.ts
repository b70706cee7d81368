/** The start and end of `reins acp`: no hub at first, an editor that sends garbage, an editor that exits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../scripts/run-step.mjs';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { reinsTest, startReins } from '../reins-process.ts';
import { stageTest } from '../stage-test.ts';
import { Editor } from './editor.ts';

stageTest('starts a hub if none is running, and leaves it running', async ({ stage }) => {
  const gate = new Gate();
  stage.play(
    scene('hello', [say('Good day.')]),
    scene('at length', [say('And so on. '.repeat(100), { gate })]),
  );
  const home = join(stage.folder, 'reins-home');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'config.json'), '{"port": 0}');
  const env = { ...stage.env, REINS_HOME: home, REINS_CLAUDE: stage.claudeBinary };
  const editor = await Editor.open(env);
  // An editor cannot trust a folder for a person.
  const strange = join(stage.folder, 'strange');
  mkdirSync(strange);
  await expect(editor.newSession(strange)).rejects.toMatchObject({ data: { code: 'folder_not_trusted' } });
  const sessionId = await editor.newSession(stage.project);
  expect(await editor.prompt(sessionId, 'hello')).toEqual({ stopReason: 'end_turn' });
  expect(editor.errors).toMatch(/started a hub at http\S+, because none was running/);
  // Only the protocol, one message per line.
  for (const line of editor.output.split('\n').slice(0, -1))
    expect(JSON.parse(line)).toHaveProperty('jsonrpc');
  // The editor exits in the middle of an answer; Claude continues without it.
  const left = editor.prompt(sessionId, 'at length').catch((error: unknown) => error);
  await editor.sees('the beginning', () => editor.text().includes('And so on.'));
  expect(await editor.close()).toBe(0);
  expect(await left).toBeInstanceOf(Error);
  const { pid } = JSON.parse(readFileSync(join(home, 'hub.json'), 'utf8'));
  expect(isProcessAlive(pid)).toBe(true);
  gate.open();
  const reported = await startReins(['send', sessionId, 'hello', '--wait'], env).exited;
  expect(reported).toMatchObject({ code: 0, stdout: 'Good day.\n' });
  const { stdout } = await startReins(['export', sessionId, '--format', 'json'], env).exited;
  expect(stdout).toContain('And so on. '.repeat(99));
  expect((await startReins(['down', '--stop-sessions'], env).exited).code).toBe(0);
});

reinsTest('invalid input gets errors and ends nothing', async ({ user }) => {
  const child = spawn(process.execPath, [join(root, 'dist', 'reins.js'), 'acp'], { env: user.env });
  let output = '';
  child.stdout.on('data', (piece) => {
    output += piece;
  });
  const lines = () =>
    output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const errors = async (count: number) => {
    await waitUntil(`${count} answers`, () => lines().length >= count, {
      explain: () => output,
    });
    return lines().map(({ id, error }) => [id, error?.code]);
  };
  child.stdin.write('{"jsonrpc": nonsense\n');
  child.stdin.write('[]\n42\n\n');
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}\n');
  expect(await errors(4)).toEqual([
    ...[null, null, null].map((id, at) => [id, at === 0 ? -32700 : -32600]),
    [1, -32600],
  ]);
  const initialize = { protocolVersion: 1, clientCapabilities: {} };
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'initialize', params: initialize })}\n`,
  );
  await errors(5);
  expect(lines().at(-1)).toMatchObject({
    id: 2,
    result: { protocolVersion: 1, agentInfo: { name: 'reins' } },
  });
  for (const [id, method, params] of [
    [3, 'no/such/method', {}],
    [4, 'session/prompt', { sessionId: 7 }],
    [5, 'session/prompt', { sessionId: 'unknown', prompt: [] }],
    [6, 'session/set_mode', { sessionId: 'unknown', modeId: 'plan' }],
  ] as const) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  }
  child.stdin.write('{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"unknown"}}\n');
  await errors(9);
  const codes = Object.fromEntries(lines().map(({ id, error }) => [String(id), error?.code]));
  expect(codes).toMatchObject({ 3: -32601, 4: -32602, 5: -32002, 6: -32002 });
  child.stdin.end();
  expect((await once(child, 'exit'))[0]).toBe(0);
});
