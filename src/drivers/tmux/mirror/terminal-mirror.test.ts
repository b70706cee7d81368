import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Gate } from '../../../../stage/gate.ts';
import { TerminalMirror } from './terminal-mirror.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ROWS = 3;

/** A pane with `history` lines scrolled out and `text` in its first row. */
function start() {
  const pane = { text: 'a', history: 0, isAlternate: 0, columns: 80, isShown: true };
  const gate = new Gate();
  const script: { failure?: Error; gate?: Gate } = {};
  const asked: number[] = [];
  let underWay = 0;
  const mirror = new TerminalMirror({
    pace: { expectantMs: 10, changingMs: 50, idleMs: 250 },
    isShown: () => pane.isShown,
    async capture(history) {
      asked.push(history);
      underWay += 1;
      expect(underWay).toBe(1);
      await script.gate?.pass(new AbortController().signal);
      underWay -= 1;
      if (script.failure) throw script.failure;
      const above = Array.from({ length: Math.min(history, pane.history) }, (_, at) => `line ${at}`);
      const state = `${pane.columns} ${ROWS} ${pane.history} 0 0 1 ${pane.isAlternate} 0 0 0 0 0 0`;
      return [state, ...above, pane.text, '', ''];
    },
  });
  const view = () => {
    const reported: string[] = [];
    const viewer = { isReady: true, reported };
    const { close } = mirror.open({
      isReady: () => viewer.isReady,
      onPicture: ({ columns, data }) => reported.push(`picture ${columns} ${data.split('\r\n').length}`),
      onOutput: (bytes) => reported.push(`output ${String(bytes).split('\x1b[2K').at(-1)?.split('\x1b')[0]}`),
      onEnd: (reason) => reported.push(`end ${reason}`),
    });
    return Object.assign(viewer, { close });
  };
  return { pane, gate, script, asked, mirror, view };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('never polls without viewers, rarely while nothing changes, and never concurrently', async () => {
  const { asked, mirror, view } = start();
  mirror.expectChange();
  await pass(10_000);
  expect(asked).toEqual([]);
  const [one, other] = [view(), view()];
  await pass(10_000);
  expect(one.reported).toEqual(['picture 80 3']);
  expect(other.reported).toEqual(one.reported);
  expect(asked.length).toBeGreaterThan(40);
  expect(asked.length).toBeLessThan(60);
  one.close();
  other.close();
  const before = asked.length;
  await pass(10_000);
  expect(asked.length).toBe(before);
});

test('sends a change once, as a difference', async () => {
  const { pane, view } = start();
  const viewer = view();
  await pass(1000);
  pane.text = 'b';
  await pass(1000);
  expect(viewer.reported).toEqual(['picture 80 3', 'output b']);
});

test('looks immediately after a key, with a look that starts after it', async () => {
  const { pane, gate, script, asked, mirror, view } = start();
  const viewer = view();
  await pass(10_000);
  script.gate = gate;
  mirror.expectChange();
  await pass(0);
  const before = asked.length;
  mirror.expectChange();
  delete script.gate;
  gate.open();
  pane.text = 'b';
  await pass(1);
  expect(asked.length).toBe(before + 1);
  expect(viewer.reported.at(-1)).toBe('output b');
});

test('a slow viewer skips to the latest screen', async () => {
  const { pane, view } = start();
  const [quick, slow] = [view(), view()];
  await pass(1000);
  slow.isReady = false;
  for (const text of ['b', 'c', 'd']) {
    pane.text = text;
    await pass(1000);
  }
  slow.isReady = true;
  await pass(1000);
  expect(quick.reported).toEqual(['picture 80 3', 'output b', 'output c', 'output d']);
  expect(slow.reported).toEqual(['picture 80 3', 'output d']);
});

test('requests lines above the screen for a picture, and only a few otherwise', async () => {
  const { pane, asked, view } = start();
  pane.history = 5000;
  const viewer = view();
  await pass(1000);
  pane.history += 2;
  pane.text = 'b';
  await pass(1000);
  expect(viewer.reported).toEqual(['picture 80 1003', 'output b']);
  pane.history += 100;
  await pass(1000);
  expect(viewer.reported.at(-1)).toBe('picture 80 1003');
  expect(asked.filter((history) => history > ROWS)).toEqual([1000, 1000]);
});

test('a program that scrolls endlessly causes few pictures, and the last one is correct', async () => {
  const { pane, view } = start();
  pane.history = 5000;
  const viewer = view();
  for (let step = 0; step < 1000; step++) {
    pane.history += 50;
    await pass(10);
  }
  expect(viewer.reported.length).toBeLessThan(25);
  pane.text = 'the end';
  await pass(1000);
  const { reported } = viewer;
  const latecomer = view();
  await pass(1000);
  expect(latecomer.reported).toEqual([reported.at(-1)]);
});

test('another size and another screen need a picture, without lines of the shell', async () => {
  const { pane, view } = start();
  pane.history = 10;
  const viewer = view();
  await pass(1000);
  pane.columns = 40;
  await pass(1000);
  pane.isAlternate = 1;
  await pass(1000);
  expect(viewer.reported).toEqual(['picture 80 13', 'picture 40 13', 'picture 40 3']);
});

test('sends nothing once a shell has the terminal, even if it was captured before that was known', async () => {
  const { pane, gate, script, view } = start();
  const viewer = view();
  await pass(1000);
  script.gate = gate;
  await pass(1000);
  pane.text = '$ secret';
  pane.isShown = false;
  gate.open();
  await pass(1000);
  expect(viewer.reported).toEqual([
    'picture 80 3',
    'end Claude Code has left the foreground of its terminal',
  ]);
});

test.for([
  ["tmux capture-pane: can't find pane: %1", 'its terminal was closed'],
  ['tmux capture-pane: no server', 'tmux capture-pane: no server'],
])('%s', async ([message, reason]) => {
  const { script, asked, view } = start();
  const viewer = view();
  await pass(1000);
  script.failure = new Error(message);
  await pass(1000);
  expect(viewer.reported).toEqual(['picture 80 3', `end ${reason}`]);
  const before = asked.length;
  await pass(10_000);
  expect(asked.length).toBe(before);
  delete script.failure;
  const again = view();
  await pass(1000);
  expect(again.reported).toEqual(['picture 80 3']);
});
