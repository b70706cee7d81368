/** The carrier's script without Claude Code: silent unless it has a message, and done when it is no longer needed. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { writeHookScripts } from '../../src/hub/installation/hook-scripts.ts';
import { waitUntil } from '../../stage/patience.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

const run = promisify(execFile);
const SESSION = '3d6a2d0c-8f4e-4b5a-9d58-0b7f8f6a1c11';
const HOOK = JSON.stringify({ session_id: SESSION, cwd: "/a 'b' $HOME `id`", hook_event_name: 'Stop' });

interface Asked {
  readonly body: string;
  readonly response: ServerResponse;
}

/** A hub with one socket that responds as the test specifies. */
function startHub(socket: string) {
  const asked: Asked[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    asked.push({ body, response });
  });
  server.listen(socket);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { asked, stop };
}

function prepare(user: ReinsUser) {
  const socket = join(user.folder, 'hub.sock');
  const [forwarder, relay] = [join(user.folder, 'ask.sh'), join(user.folder, 'relay.sh')];
  const bell = join(user.folder, 'relay', 'bell');
  const mark = join(user.folder, 'relay', SESSION);
  mkdirSync(join(user.folder, 'relay'));
  writeHookScripts({ forwarder, relay, bell });
  writeFileSync(mark, '');
  const carry = async () => {
    const child = run(relay, [socket, bell], { env: user.env });
    child.child.stdin?.end(HOOK);
    return child.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  };
  return { socket, mark, carry };
}

const quiet = { code: 0, stdout: '', stderr: '' };

reinsTest('passes the hub’s message on, through stderr and exit code 2', async ({ user }) => {
  const { socket, carry } = prepare(user);
  const hub = startHub(socket);
  const carrying = carry();
  const [first] = await waitUntil('the carrier', () => hub.asked.length > 0 && hub.asked);
  expect(JSON.parse(first?.body ?? '')).toEqual(JSON.parse(HOOK));
  first?.response.end('Say "é"\n\n  $HOME `id` \\n %s & more');
  expect(await carrying).toEqual({ code: 2, stdout: '', stderr: 'Say "é"\n\n  $HOME `id` \\n %s & more\n' });
  hub.stop();
});

reinsTest('ignores a session without a mark', async ({ user }) => {
  const { socket, mark, carry } = prepare(user);
  const hub = startHub(socket);
  rmSync(mark);
  expect(await carry()).toEqual(quiet);
  expect(hub.asked).toEqual([]);
  hub.stop();
});

reinsTest('leaves no trace without a message or after errors of the hub', async ({ user }) => {
  const { socket, carry } = prepare(user);
  const hub = startHub(socket);
  for (const status of [204, 400, 404, 500]) {
    const carrying = carry();
    const { response } = await waitUntil('the carrier', () => hub.asked.pop());
    response.writeHead(status).end(status === 204 ? '' : '{"error":{}}');
    expect(await carrying).toEqual(quiet);
  }
  hub.stop();
});

reinsTest('waits for a hub that is briefly away, and exits when the mark is removed', async ({ user }) => {
  const { socket, mark, carry } = prepare(user);
  const carrying = carry();
  const hub = startHub(socket);
  await waitUntil('the carrier', () => hub.asked.length === 1);
  hub.stop();
  const again = startHub(socket);
  const { response } = await waitUntil('the carrier again', () => again.asked[0]);
  response.end('hello');
  expect(await carrying).toMatchObject({ code: 2, stderr: 'hello\n' });

  const next = carry();
  await waitUntil('the next carrier', () => again.asked.length === 2);
  rmSync(mark);
  again.stop();
  expect(await next).toEqual(quiet);
});
