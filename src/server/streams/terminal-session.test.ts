import { expect, test, vi } from 'vitest';
import { Gate } from '../../../stage/gate.ts';
import { waitUntil } from '../../../stage/patience.ts';
import type { RunTerminal } from '../../hub/steering/steering.ts';
import type { Role } from '../../protocol/access.ts';
import { forbidden, mayCall, type Need } from '../access/access-table.ts';
import { TerminalSession } from './terminal-session.ts';

type Viewer = Parameters<RunTerminal['open']>[0];

function start() {
  const identity: { id: string; name: string; role: Role } = { id: 'x', name: 'x', role: 'operator' };
  const caller = {
    require(need: Need) {
      if (!mayCall(identity.role, need)) throw forbidden(identity.role, need);
      return identity;
    },
  };
  const sent: (string | Buffer)[] = [];
  const typed: unknown[] = [];
  /** Typing the word `slow` blocks until it opens. */
  const slow = new Gate();
  const socket = {
    bufferedAmount: 0,
    send: (data: string | Buffer) => void sent.push(data),
    close: () => {},
  };
  let viewer: Viewer | undefined;
  const terminal: RunTerminal = {
    open: (opened) => {
      viewer = opened;
      return { close: () => {} };
    },
    async type(data) {
      if (data === 'broken') throw new Error('no');
      if (data === 'slow') await slow.pass(new AbortController().signal);
      typed.push(data);
    },
    paste: async (text) => void typed.push({ text }),
    fit: async (size) => void typed.push(size),
  };
  const session = new TerminalSession(socket, terminal, caller);
  return {
    identity,
    socket,
    session,
    sent,
    typed,
    slow,
    viewer: viewer as Viewer,
  };
}

test('keys arrive once and in order, however long each takes', async () => {
  const { session, typed, slow } = start();
  for (const data of ['slow', 'a', 'b']) session.receive(JSON.stringify({ type: 'keys', data }));
  session.receive(JSON.stringify({ type: 'paste', text: 'c' }));
  await slow.reached;
  await new Promise((resolve) => setImmediate(resolve));
  expect(typed).toEqual([]);
  slow.open();
  await waitUntil('all keys', () => typed.length === 4);
  expect(typed).toEqual(['slow', 'a', 'b', { text: 'c' }]);
});

test('reports keys that cannot be typed, and continues', async () => {
  const { session, typed, sent } = start();
  for (const frame of ['nonsense', '{}', JSON.stringify({ type: 'keys', data: 'broken' })])
    session.receive(frame);
  session.receive(JSON.stringify({ type: 'keys', data: 'a' }));
  await waitUntil('the key that can be taken', () => typed.length > 0);
  expect(typed).toEqual(['a']);
  expect(sent.map((text) => JSON.parse(String(text)).type)).toEqual(['refused', 'refused', 'refused']);
});

test('keys that wait while the role changes are not typed', async () => {
  const { identity, session, typed, sent, slow } = start();
  session.receive(JSON.stringify({ type: 'keys', data: 'slow' }));
  session.receive(JSON.stringify({ type: 'keys', data: 'a' }));
  session.receive(JSON.stringify({ type: 'fit', columns: 80, rows: 24 }));
  await slow.reached;
  identity.role = 'approver';
  slow.open();
  await waitUntil('two refusals', () => sent.length === 2);
  expect(typed).toEqual(['slow']);
});

test('a frame that cannot be read writes nothing to the log', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { session, sent } = start();
  for (const frame of ['x', '', 'null', '[]', '{"type":1}', '\0']) session.receive(frame);
  await waitUntil('six refusals', () => sent.length === 6);
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

test('a socket that is behind gets nothing more until it has caught up', () => {
  const { socket, viewer } = start();
  expect(viewer.isReady()).toBe(true);
  socket.bufferedAmount = 600_000;
  expect(viewer.isReady()).toBe(false);
  socket.bufferedAmount = 0;
  expect(viewer.isReady()).toBe(true);
});
