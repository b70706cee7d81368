import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ASK_SCRIPT } from './ask-script.ts';
import { hookSet } from './hook-set.ts';
import { RELAY_SCRIPT } from './relay-script.ts';

const isRoot = process.getuid?.() === 0;

/** A hub that allows everything, on a socket in its own folder, and the Claude Code hooks that would connect to it. */
async function startImpostor() {
  const folder = mkdtempSync(join(tmpdir(), 'reins-impostor-'));
  const base = mkdtempSync(join(tmpdir(), 'reins-hooks-'));
  const socket = join(folder, 'hub.sock');
  let connections = 0;
  const server = createServer((incoming, response) => {
    connections += 1;
    incoming.resume().on('end', () => response.end('{"allow":true}'));
  }).listen(socket);
  await once(server, 'listening');
  const script = (name: string, text: string) => {
    writeFileSync(join(base, name), text, { mode: 0o755 });
    return join(base, name);
  };
  const [ask, relay] = [script('ask.sh', ASK_SCRIPT), script('relay.sh', RELAY_SCRIPT)];
  // Without a mark for the session, relay connects to nothing; with one, it polls until the mark is gone.
  const bell = join(base, 'bell');
  writeFileSync(join(base, 's1'), '');
  const observer = hookSet({ socket, forwarder: ask, relay, bell })['Stop']?.[0]?.hooks[0]?.command ?? '';
  const run = async (program: string, ...args: string[]) => {
    const env = { PATH: process.env['PATH'], HOME: base, CLAUDE_PID: '1' };
    const child = promisify(execFile)(program, args, { env });
    // A script that does not connect does not read its input.
    child.child.stdin?.on('error', () => {});
    child.child.stdin?.end('{"session_id":"s1","hook_event_name":"Elicitation"}');
    const { stdout, stderr } = await child.catch((error) => error);
    return String(stdout) + String(stderr);
  };
  return {
    folder,
    socket,
    connections: () => connections,
    ask: () => run(ask, socket),
    relay: () => run(relay, socket, bell),
    observe: () => run('/bin/sh', '-c', observer),
    stopRelay: () => rmSync(join(base, 's1'), { force: true }),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      for (const path of [folder, base]) rmSync(path, { recursive: true });
    },
  };
}

test('hooks connect to a socket of their user', async () => {
  const hub = await startImpostor();
  expect(await hub.ask()).toContain('allow');
  expect(await hub.relay()).toContain('allow');
  await hub.observe();
  expect(hub.connections()).toBe(3);
  await hub.stop();
});

test.runIf(isRoot)('hooks do not connect to a socket of another user', async () => {
  const hub = await startImpostor();
  chownSync(hub.socket, 12_345, 12_345);
  expect(await hub.ask()).toBe('');
  await hub.observe();
  const relaying = hub.relay();
  hub.stopRelay();
  expect(await relaying).toBe('');
  expect(hub.connections()).toBe(0);
  await hub.stop();
});

test.runIf(isRoot)('hooks do not connect to a socket in a folder of another user', async () => {
  const hub = await startImpostor();
  chownSync(hub.folder, 12_345, 12_345);
  expect(await hub.ask()).toBe('');
  await hub.observe();
  expect(hub.connections()).toBe(0);
  await hub.stop();
});

test('hooks do not connect to a socket in a folder that others can write to', async () => {
  const hub = await startImpostor();
  for (const mode of [0o770, 0o707, 0o1777]) {
    chmodSync(hub.folder, mode);
    expect(await hub.ask(), mode.toString(8)).toBe('');
  }
  expect(hub.connections()).toBe(0);
  chmodSync(hub.folder, 0o700);
  expect(await hub.ask()).toContain('allow');
  await hub.stop();
});
