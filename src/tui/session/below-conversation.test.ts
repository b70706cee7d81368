import { expect, test } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import { TextEditor } from '../editor/text-editor.ts';
import { type BelowParts, belowConversation } from './below-conversation.ts';

/** As many named lines as fit, up to this number. */
const block = (name: string, count: number) => (height: number) =>
  Array.from({ length: Math.max(0, Math.min(count, height)) }, () => name);
const PARTS: BelowParts = {
  ...{ news: 'news', rewriting: undefined, zone: 'look' },
  card: (height) => ({ lines: block('card', 30)(height) }),
  queue: block('queue', 2),
  foot: (height) => ({ lines: block('foot', 12)(height), cursor: { row: 1, column: 3 } }),
};

function counted(parts: Partial<BelowParts>, height: number) {
  const { lines, cursor } = belowConversation({ ...PARTS, ...parts }, { width: 9, height }, PLAIN);
  const counts = ['news', 'card', 'queue', 'foot'].map(
    (name) => lines.filter((line) => line === name).length,
  );
  return { counts: counts.join(' '), total: lines.length, cursor };
}

test.each([4, 6, 9, 12, 17, 40])('nothing is cut off in %i lines', (height) => {
  for (const zone of ['look', 'write', 'queue'] as const)
    for (const foot of [PARTS.foot, undefined])
      expect(counted({ zone, foot }, height).total).toBeLessThanOrEqual(height);
});

test('a card takes all the space, or its share of a tall screen', () => {
  const foot = undefined;
  expect(counted({ foot }, 6).counts).toBe('0 5 0 0');
  expect(counted({ foot }, 20).counts).toBe('1 11 2 0');
  expect(counted({ foot }, 50).counts).toBe('1 30 2 0');
  expect(counted({ foot, card: undefined }, 6).counts).toBe('1 0 2 0');
});

test('the message field keeps its space and the request stays visible', () => {
  expect(counted({ zone: 'write' }, 7)).toMatchObject({ counts: '0 2 0 4', cursor: { row: 4, column: 3 } });
});

test('editing a queued message replaces the message field', () => {
  const rewriting = new TextEditor('words');
  expect(counted({ rewriting, zone: 'queue', card: undefined }, 8)).toMatchObject({
    counts: '1 0 2 0',
    cursor: { row: 4, column: 7 },
  });
});
