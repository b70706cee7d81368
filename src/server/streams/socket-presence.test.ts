import { expect, onTestFinished, test, vi } from 'vitest';
import { SocketPresence } from './socket-presence.ts';

test('a device that stops responding is away until it responds again', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: (boolean | 'left')[] = [];
  const seat = { setForeground: (value: boolean) => told.push(value), leave: () => told.push('left') };
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
  expect(told).toEqual([]);
  presence.set(true);
  vi.advanceTimersByTime(150);
  pong();
  vi.advanceTimersByTime(100);
  expect([pings, told.at(-1)]).toEqual([2, true]);
  vi.advanceTimersByTime(100);
  expect(told.at(-1)).toBe(false);
  pong();
  expect(told.at(-1)).toBe(true);
  presence.set(false);
  pong();
  vi.advanceTimersByTime(500);
  expect([pings, told.at(-1)]).toEqual([3, false]);
  presence.end();
  expect(told.at(-1)).toBe('left');
});
