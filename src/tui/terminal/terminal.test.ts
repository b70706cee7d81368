import { EventEmitter } from 'node:events';
import type { ReadStream, WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import type { Key } from '../../lib/read-keys.ts';
import { Terminal } from './terminal.ts';

/** A terminal with only mode and keys. */
function fakeTerminal() {
  const keys: Key[] = [];
  const input = Object.assign(new EventEmitter(), {
    isRaw: false,
    setRawMode(isRaw: boolean) {
      input.isRaw = isRaw;
    },
    setEncoding() {},
    resume() {},
    pause() {},
  });
  const output = Object.assign(new EventEmitter(), { columns: 80, rows: 24, write: () => true });
  const terminal = new Terminal({
    input: input as unknown as ReadStream,
    output: output as unknown as WriteStream,
    onKey: (key) => keys.push(key),
    onResize: () => {},
    mouse: true,
  });
  return { terminal, input, keys };
}

test('a lent terminal is restored unless it was closed meanwhile', async () => {
  const { terminal, input } = fakeTerminal();
  terminal.open();
  expect(await terminal.lend(async () => input.isRaw)).toBe(false);
  expect(input.isRaw).toBe(true);
  await terminal.lend(async () => terminal.close());
  expect(input.isRaw).toBe(false);
  expect(input.listenerCount('data')).toBe(0);
});

test('a paste in several chunks is not read as keys', () => {
  const { terminal, input, keys } = fakeTerminal();
  terminal.open();
  for (const piece of ['\u001b[200~aa', '\raa', '\u001b[201~']) input.emit('data', piece);
  expect(keys).toEqual([{ name: 'paste', text: 'aa\naa' }]);
  terminal.close();
});
