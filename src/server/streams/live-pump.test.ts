import { beforeEach, expect, test, vi } from 'vitest';
import type { TextDelta } from '../../protocol/live.ts';
import { pumpLiveText } from './live-pump.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const delta = (offset: number, text: string): TextDelta => ({
  ...{ type: 'text_delta', session_id: SESSION, host: 'h', item: 'i', offset, text },
});

/** One text that grows, and one reader of it. */
class Growing {
  text = '';
  #sent = 0;
  #wake = () => {};
  isClosed = false;

  grow(more: string): void {
    this.text += more;
    this.#wake();
  }
  current() {
    return undefined;
  }
  follow(_sessionId: string | undefined, wake: () => void) {
    this.#wake = wake;
    return {
      take: () => {
        const offset = this.#sent;
        this.#sent = this.text.length;
        return offset === this.#sent ? [] : [delta(offset, this.text.slice(offset))];
      },
      close: () => {
        this.isClosed = true;
      },
    };
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function start(send: (deltas: readonly TextDelta[]) => Promise<void> = async () => {}, soFar = '') {
  const live = new Growing();
  live.text = soFar;
  const reported: string[] = [];
  const end = new AbortController();
  const sendRest = pumpLiveText({
    live,
    sessionId: SESSION,
    signal: end.signal,
    send: (deltas) => {
      reported.push(...deltas.map(({ offset, text }) => `${offset}:${text}`));
      return send(deltas);
    },
  });
  return { live, reported, end, sendRest };
}

test('sends the text so far, then the first piece immediately, then combined pieces', async () => {
  const { live, reported } = start(undefined, 'so far');
  expect(reported).toEqual(['0:so far']);
  live.grow('a');
  live.grow('b');
  expect(reported).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(40);
  expect(reported).toEqual(['0:so far', '6:ab']);
  await vi.advanceTimersByTimeAsync(40);
  live.grow('c');
  expect(reported).toEqual(['0:so far', '6:ab', '8:c']);
});

test('a slow reader gets one large piece when it is ready, and delays no one', async () => {
  let ready = () => {};
  const { live, reported } = start(
    () =>
      new Promise((resolve) => {
        ready = resolve;
      }),
  );
  live.grow('a');
  for (let count = 0; count < 1000; count++) live.grow('b');
  await vi.advanceTimersByTimeAsync(5000);
  expect(reported).toEqual(['0:a']);
  ready();
  await vi.advanceTimersByTimeAsync(40);
  expect(reported).toEqual(['0:a', `1:${'b'.repeat(1000)}`]);
});

test('ends with its signal', async () => {
  const { live, reported, end } = start();
  live.grow('a');
  live.grow('b');
  end.abort();
  await vi.advanceTimersByTimeAsync(1000);
  expect([reported, live.isClosed]).toEqual([['0:a'], true]);
});

test('sends the rest immediately when an event is about to follow', async () => {
  const { live, reported, sendRest } = start();
  live.grow('a');
  live.grow('b');
  expect(reported).toEqual(['0:a']);
  await sendRest();
  expect(reported).toEqual(['0:a', '1:b']);
  live.grow('c');
  await vi.advanceTimersByTimeAsync(100);
  expect(reported).toEqual(['0:a', '1:b', '2:c']);
  await sendRest();
  expect(reported).toHaveLength(3);
});
