import { expect, onTestFinished, test, vi } from 'vitest';
import { SocketPresence } from './socket-presence.ts';

test('a device that stops responding is away until it responds again', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reported: (boolean | 'left')[] = [];
  const seat = {
    setForeground: (value: boolean) => reported.push(value),
    leave: () => reported.push('left'),
  };
  let pong = () => {};
  let pings = 0;
  const socket = {
    ping: () => pings++,
    on: (_event: 'pong', listener: () => void) => {
      pong = listener;
    },
  };
  const presence = new SocketPresence(socket, seat, 100);
  pong();
  expect(reported).toEqual([]);
  presence.set(true);
  vi.advanceTimersByTime(150);
  pong();
  vi.advanceTimersByTime(100);
  expect([pings, reported.at(-1)]).toEqual([2, true]);
  vi.advanceTimersByTime(100);
  expect(reported.at(-1)).toBe(false);
  pong();
  expect(reported.at(-1)).toBe(true);
  presence.set(false);
  pong();
  vi.advanceTimersByTime(500);
  expect([pings, reported.at(-1)]).toEqual([3, false]);
  presence.end();
  expect(reported.at(-1)).toBe('left');
});
