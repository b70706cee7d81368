import { expect, test } from 'vitest';
import type { Item, ItemOf } from '../../protocol/conversation.ts';
import type { Turn } from '../../protocol/session.ts';
import { looksText, toRows } from './rows.ts';

const at = '2026-01-01T00:00:00.000Z';
const prompt = (id: string): Item => ({
  ...{ id, at, position: 0, kind: 'prompt', text: 'go', origin: 'human', images: 0, prompt_id: id },
});
const text = (id: string, words: string): Item => ({ id, at, position: 1, kind: 'text', text: words });
const tool = (id: string, name: string, rest: Partial<ItemOf<'tool'>> = {}): ItemOf<'tool'> => ({
  ...{ id, at, position: 2, kind: 'tool', tool_use_id: id, name, input: {}, finished_at: at },
  ...rest,
});
const turn = (items: Item[], rest: Partial<Turn> = {}): Turn => ({ prompt: prompt('p'), items, ...rest });

test('consecutive reads become one row that keeps its id', () => {
  const one = toRows({ turns: [turn([tool('a', 'Read')])] });
  const three = toRows({ turns: [turn([tool('a', 'Read'), tool('b', 'Grep'), tool('c', 'Read')])] });
  expect(one.map(({ id, kind }) => [id, kind])).toEqual([
    ['p', 'item'],
    ['a', 'item'],
  ]);
  expect(three.map(({ id, kind }) => [id, kind])).toEqual([
    ['p', 'item'],
    ['a', 'looks'],
  ]);
  expect(three[1]?.kind === 'looks' && looksText(three[1].items)).toBe('Read 2 files, searched once');
});

test('failed, running and changing calls have their own rows', () => {
  const items = [
    tool('a', 'Read'),
    tool('b', 'Read', { is_error: true }),
    tool('c', 'Bash'),
    tool('d', 'Read'),
  ];
  expect(toRows({ turns: [turn(items)] }).map(({ kind }) => kind)).toEqual([
    'item',
    'item',
    'item',
    'item',
    'item',
  ]);
});

test('omits empty texts and shows the outcome and duration of a turn at its end', () => {
  const rows = toRows({
    turns: [
      turn([text('t', ' ')], { outcome: 'completed', duration_ms: 2000 }),
      turn([], { outcome: 'interrupted' }),
    ],
  });
  expect(rows.map(({ kind }) => kind)).toEqual(['item', 'end', 'item', 'end']);
});

test('streaming text already has its final id', () => {
  const rows = toRows({ turns: [turn([])], streaming_text: 'So far', streaming_item: 'text:m1:0' });
  expect(rows.at(-1)).toEqual({ kind: 'writing', id: 'text:m1:0', text: 'So far' });
});
