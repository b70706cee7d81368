/** The script for permission requests, without Claude Code: silent in every state of the hub, and done when the request is. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { writeHookScripts } from '../../src/hub/installation/hook-scripts.ts';
import { waitUntil } from '../../stage/patience.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

const run = promisify(execFile);
/** The script waits most of the time, so the tests run in parallel. */
const scriptTest = reinsTest.concurrent;

interface Asked {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
}

/** A hub with one socket or port that responds as the test specifies. */
function startHub(place: string | number) {
  const asked: Asked[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    asked.push({ body, headers: incoming.headers, response });
  });
  if (typeof place === 'number') server.listen(place, '127.0.0.1');
  else server.listen(place);
  return {
    asked,
    server,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections() as unknown),
  };
}

function prepare(user: ReinsUser) {
  const script = join(user.folder, 'ask.sh');
  const socket = join(user.folder, 'hub.sock');
  const [relay, bell] = [join(user.folder, 'relay.sh'), join(user.folder, 'relay', 'bell')];
  writeHookScripts({ forwarder: script, relay, bell });
  const registry = join(user.claudeConfig, 'sessions');
  mkdirSync(registry);
  const say = (status: string, at = 1) =>
    writeFileSync(join(registry, `${process.pid}.json`), JSON.stringify({ status, statusUpdatedAt: at }));
  const ask = (body: string, env: Record<string, string> = {}) => {
    const child = run(script, [socket], { env: { ...user.env, CLAUDE_PID: String(process.pid), ...env } });
    child.child.stdin?.end(body);
    return child;
  };
  const headers = join(user.folder, 'hub.headers');
  writeFileSync(headers, 'authorization: Bearer secret\nx-reins-host: laptop\n', { mode: 0o600 });
  const askElsewhere = (url: string, body: string, env: Record<string, string> = {}) => {
    const child = run(script, [url, headers], {
      env: { ...user.env, CLAUDE_PID: String(process.pid), ...env },
    });
    child.child.stdin?.end(body);
    return child;
  };
  return { socket, say, ask, askElsewhere, headers };
}

const BASH = '{"hook_event_name":"PermissionRequest","tool_name":"Bash"}';
const AGENT = '{"hook_event_name":"PermissionRequest","agent_id":"a1","tool_name":"Bash"}';
const FORM = '{"hook_event_name":"Elicitation","mcp_server_name":"s"}';
const quiet = { stdout: '', stderr: '' };

scriptTest('without a hub, it exits silently once the terminal has answered', async ({ user }) => {
  const { say, ask } = prepare(user);
  say('busy');
  expect(await ask(BASH)).toMatchObject(quiet);
});

scriptTest('waits for a hub to start while the dialog is open, and prints its answer', async ({ user }) => {
  const { socket, say, ask } = prepare(user);
  say('waiting');
  const odd = '{"hook_event_name":"PermissionRequest","text":"é $HOME `id` \\\\n"}';
  const asking = ask(odd);
  const hub = startHub(socket);
  const [first] = await waitUntil('the request', () => hub.asked.length > 0 && hub.asked);
  expect(first?.body).toBe(odd);
  first?.response.end('{"decision":"x"}');
  expect(await asking).toMatchObject({ stdout: '{"decision":"x"}', stderr: '' });
  void hub.stop();
});

scriptTest('asks again if the hub dies while it holds the request', async ({ user }) => {
  const { socket, say, ask } = prepare(user);
  say('waiting');
  const hub = startHub(socket);
  const asking = ask(BASH);
  await waitUntil('the request', () => hub.asked.length === 1);
  void hub.stop();
  const again = startHub(socket);
  await waitUntil('the request again', () => again.asked.length === 1);
  again.asked[0]?.response.end('{}');
  expect(await asking).toMatchObject({ stdout: '{}' });
  void again.stop();
});

scriptTest('does not ask again for a closed dialog', async ({ user }) => {
  const { socket, say, ask } = prepare(user);
  say('waiting', 1);
  const hub = startHub(socket);
  const asking = ask(BASH);
  await waitUntil('the request', () => hub.asked.length === 1);
  say('busy', 2);
  void hub.stop();
  expect(await asking).toMatchObject(quiet);
});

scriptTest('does not pass on invalid responses and errors of the hub', async ({ user }) => {
  const { socket, say, ask } = prepare(user);
  say('waiting');
  const hub = startHub(socket);
  const asking = ask(BASH);
  await waitUntil('the request', () => hub.asked.length === 1);
  hub.asked[0]?.response.end('<html>garbage</html>');
  expect(await asking).toMatchObject(quiet);
  const failing = ask(BASH);
  await waitUntil('the next request', () => hub.asked.length === 2);
  hub.asked[1]?.response.writeHead(500).end('{"error":{}}');
  expect(await failing).toMatchObject(quiet);
  void hub.stop();
});

scriptTest('blocking requests get one short attempt, and none while the hub is stuck', async ({ user }) => {
  const { socket, ask } = prepare(user);
  const hub = startHub(socket);
  // Never answered: two seconds, once.
  expect(await ask(AGENT)).toMatchObject(quiet);
  expect(hub.asked).toHaveLength(1);
  expect(await ask(AGENT)).toMatchObject(quiet);
  expect(await ask(BASH, { CLAUDE_CODE_SESSION_ATTENDED: '0' })).toMatchObject(quiet);
  expect(await ask(FORM)).toMatchObject(quiet);
  expect(hub.asked).toHaveLength(1);
  void hub.stop();
});

scriptTest(
  'a blocking request waits as long as the hub specifies, and prints the answer',
  async ({ user }) => {
    const { socket, ask } = prepare(user);
    const hub = startHub(socket);
    for (const body of [AGENT, FORM]) {
      const before = hub.asked.length;
      const asking = ask(body);
      await waitUntil('the request', () => hub.asked.length === before + 1);
      hub.asked[before]?.response.writeHead(202).end('60');
      await waitUntil('the request again', () => hub.asked.length === before + 2);
      const [first, again] = hub.asked.slice(before);
      expect(again?.body).toBe(body);
      expect(again?.headers['x-ask']).toBe(first?.headers['x-ask']);
      expect([first, again].map((asked) => asked?.headers['x-blocking'])).toEqual(['1', 'again']);
      again?.response.write(' '.repeat(40));
      again?.response.end('{"decision":"x"}');
      expect(await asking).toMatchObject({ stdout: '{"decision":"x"}', stderr: '' });
    }
    void hub.stop();
  },
);

scriptTest(
  'gives up on a hub that goes silent while it blocks Claude, and marks it as slow',
  async ({ user }) => {
    const { socket, ask } = prepare(user);
    const hub = startHub(socket);
    const asking = ask(AGENT);
    await waitUntil('the request', () => hub.asked.length === 1);
    hub.asked[0]?.response.writeHead(202).end('600');
    await waitUntil('the request again', () => hub.asked.length === 2);
    hub.asked[1]?.response.write(' '.repeat(16));
    expect(await asking).toMatchObject(quiet);
    expect(existsSync(`${socket}.slow`)).toBe(true);
    void hub.stop();
  },
);

scriptTest('does not wait for a hub that dies while it blocks Claude', async ({ user }) => {
  const { socket, ask } = prepare(user);
  const hub = startHub(socket);
  const asking = ask(AGENT);
  await waitUntil('the request', () => hub.asked.length === 1);
  hub.asked[0]?.response.writeHead(202).end('600');
  await waitUntil('the request again', () => hub.asked.length === 2);
  hub.asked[1]?.response.write(' '.repeat(16));
  void hub.stop();
  expect(await asking).toMatchObject(quiet);
});

scriptTest('a remote hub gets the request with the headers of the file, and answers', async ({ user }) => {
  const { say, askElsewhere } = prepare(user);
  say('waiting');
  const hub = startHub(0);
  await waitUntil('the port', () => hub.server.listening);
  const { port } = hub.server.address() as AddressInfo;
  // A proxy in the environment is not used.
  const asking = askElsewhere(`http://127.0.0.1:${port}/api/hooks`, BASH, {
    http_proxy: 'http://127.0.0.1:1',
  });
  const [first] = await waitUntil('the request', () => hub.asked.length > 0 && hub.asked);
  expect(first?.body).toBe(BASH);
  expect(first?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'x-reins-host': 'laptop',
    'x-pid': String(process.pid),
  });
  first?.response.end('{"decision":"x"}');
  expect(await asking).toMatchObject({ stdout: '{"decision":"x"}', stderr: '' });
  void hub.stop();
});

scriptTest('an unreachable remote hub: silent, and done with the dialog', async ({ user }) => {
  const { say, askElsewhere } = prepare(user);
  say('busy');
  expect(await askElsewhere('http://127.0.0.1:1/api/hooks', BASH)).toMatchObject(quiet);
  expect(await askElsewhere('http://127.0.0.1:1/api/hooks', AGENT)).toMatchObject(quiet);
});

scriptTest('a stuck remote hub delays blocking requests once a minute', async ({ user }) => {
  const { askElsewhere, headers } = prepare(user);
  let connections = 0;
  const stuck = createTcpServer(() => {
    connections++;
  }).listen(0, '127.0.0.1');
  await waitUntil('the port', () => stuck.listening);
  const url = `http://127.0.0.1:${(stuck.address() as AddressInfo).port}/api/hooks`;
  expect(await askElsewhere(url, AGENT)).toMatchObject(quiet);
  expect(await askElsewhere(url, AGENT)).toMatchObject(quiet);
  expect(connections).toBe(1);
  const longAgo = Date.now() / 1000 - 120;
  utimesSync(`${headers}.slow`, longAgo, longAgo);
  expect(await askElsewhere(url, AGENT)).toMatchObject(quiet);
  expect(connections).toBe(2);
  stuck.close();
});
