/** The terminal of the SDK against the real server, with a scripted terminal at the other end. */
import { expect } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { waitUntil } from '../../stage/patience.ts';
import { type RunningServer, SESSION, serverTest } from '../../test/running-server.ts';
import { TerminalSocket, type TerminalState } from './terminal-socket.ts';

/** Replaces tmux: records typed text and viewers. */
function scriptTerminal({ deps, append }: RunningServer) {
  append('session_found', { bytes: 1 });
  const typed: unknown[] = [];
  type Viewer = Parameters<ReturnType<typeof deps.steering.runTerminal>['open']>[0];
  const viewers = new Set<Viewer>();
  deps.steering.runTerminal = () => ({
    open(viewer) {
      viewers.add(viewer);
      viewer.onPicture({ columns: 40, rows: 10, data: 'picture' });
      return { close: () => viewers.delete(viewer) };
    },
    type: async (data) => void typed.push(data),
    paste: async (text) => void typed.push({ text }),
    fit: async (size) => void typed.push(size),
  });
  return { typed, viewers };
}

function watch({ url, tokens }: RunningServer, token = tokens.operator) {
  const reported: string[] = [];
  const states: TerminalState[] = [];
  const sockets: NodeSocket[] = [];
  class Recorded extends NodeSocket {
    constructor(...args: ConstructorParameters<typeof NodeSocket>) {
      super(...args);
      sockets.push(this);
    }
  }
  const end = new AbortController();
  const terminal = new TerminalSocket({
    ...{ url, token, sessionId: SESSION, signal: end.signal },
    onScreen: ({ columns, rows, data }) => reported.push(`${columns}x${rows} ${data}`),
    onOutput: (bytes) => reported.push(new TextDecoder().decode(bytes)),
    onState: (state) => states.push(state),
    onRefused: (message) => reported.push(message),
    backoff: async () => {},
    WebSocket: Recorded as unknown as typeof globalThis.WebSocket,
  });
  const live = (times = 1) =>
    waitUntil('the terminal', () => states.filter(({ state }) => state === 'live').length === times);
  return { terminal, reported, states, sockets, live, end: () => end.abort() };
}

serverTest('starts with the screen, follows it, and types in order', async ({ server }) => {
  const { typed, viewers } = scriptTerminal(server);
  const { terminal, reported, live, end } = watch(server);
  expect(terminal.send({ type: 'keys', data: 'too early' })).toBe(false);
  await live();
  for (const viewer of viewers) viewer.onOutput(Buffer.from('grün'));
  await waitUntil('the output', () => reported.length === 2);
  expect(reported).toEqual(['40x10 picture', 'grün']);
  expect(terminal.send({ type: 'keys', data: 'a' })).toBe(true);
  terminal.send({ type: 'paste', text: 'b' });
  terminal.send({ type: 'fit', columns: 51, rows: 30 });
  await waitUntil('what was typed', () => typed.length === 3);
  expect(typed).toMatchObject(['a', { text: 'b' }, { columns: 51, rows: 30 }]);
  end();
  await waitUntil('no viewer', () => viewers.size === 0);
});

serverTest('reconnects with the screen and without old keys', async ({ server }) => {
  const { typed, viewers } = scriptTerminal(server);
  const { terminal, reported, states, sockets, live, end } = watch(server);
  await live();
  sockets[0]?.terminate();
  await waitUntil('the loss', () => states.length > 1);
  terminal.send({ type: 'keys', data: 'lost' });
  await live(2);
  terminal.send({ type: 'keys', data: 'a' });
  await waitUntil('the key', () => typed.includes('a'));
  expect(reported).toEqual(['40x10 picture', '40x10 picture']);
  terminal.retry();
  terminal.send({ type: 'keys', data: 'b' });
  await waitUntil('a key on the same line', () => typed.includes('b'));
  expect(sockets).toHaveLength(2);
  terminal.renew();
  await live(3);
  await waitUntil('one viewer', () => viewers.size === 1);
  end();
});

serverTest('reports why there is no terminal, and retries', async ({ server }) => {
  const { viewers } = scriptTerminal(server);
  const { states, live, end } = watch(server);
  await live();
  for (const viewer of viewers) viewer.onEnd('its terminal was closed');
  await live(2);
  expect(states[1]).toEqual({ state: 'lost', reason: 'its terminal was closed' });
  end();
});

serverTest('an approver cannot see the terminal', async ({ server }) => {
  const { viewers } = scriptTerminal(server);
  const { reported, states, end } = watch(server, server.tokens.approver);
  await waitUntil('two refusals', () => states.length > 1);
  end();
  expect(states.every(({ state }) => state === 'lost')).toBe(true);
  expect(reported).toEqual([]);
  expect(viewers.size).toBe(0);
});

serverTest('revoked access ends the view, and each key is checked', async ({ server }) => {
  const { typed, viewers } = scriptTerminal(server);
  const { tokens } = server.deps;
  for (const tells of [true, false]) {
    const { token } = tokens.add({ name: 'second', role: 'operator' });
    // Even if the socket gets no notice of it.
    if (!tells) tokens.onRemove = () => () => {};
    const { terminal, reported, live, end } = watch(server, token);
    await live();
    tokens.remove('second');
    if (tells) await waitUntil('the end', () => viewers.size === 0);
    terminal.send({ type: 'keys', data: 'x' });
    if (!tells) await waitUntil('the refusal', () => reported.some((words) => /revoked/.test(words)));
    end();
    expect(typed).toEqual([]);
  }
});
