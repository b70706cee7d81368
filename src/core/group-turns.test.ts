import { expect, test } from 'vitest';
import type { Item } from '../protocol/conversation.ts';
import { byPosition, groupTurns } from './group-turns.ts';

const at = '2026-01-02T12:00:00.000Z';
const prompt = (id: string, position: number): Item => ({
  ...{ id, at, position, kind: 'prompt', prompt_id: id, text: id, origin: 'human', images: 0 },
});
const said = (id: string, position: number): Item => ({ id, at, position, kind: 'text', text: id });
const end = (prompt_id: string, position: number): Item => ({
  ...{ id: `end:${prompt_id}`, at, position, kind: 'end', prompt_id, outcome: 'completed', duration_ms: 5 },
});

test('each prompt starts a turn, and its end closes it', () => {
  const turns = groupTurns([prompt('p', 1), said('a', 2), end('p', 3), prompt('q', 4), said('b', 5)]);
  expect(turns).toMatchObject([
    { prompt: { id: 'p' }, items: [{ id: 'a' }], outcome: 'completed', duration_ms: 5 },
    { prompt: { id: 'q' }, items: [{ id: 'b' }] },
  ]);
  expect(turns[1]).not.toHaveProperty('outcome');
});

test('a late end is assigned to its turn', () => {
  const turns = groupTurns([prompt('p', 1), prompt('q', 2), end('p', 3)]);
  expect(turns.map(({ outcome }) => outcome)).toEqual(['completed', undefined]);
});

test('a page that starts in the middle has a turn without a prompt', () => {
  expect(groupTurns([said('a', 1), end('gone', 2), prompt('p', 3)])).toMatchObject([
    { items: [{ id: 'a' }], outcome: 'completed' },
    { prompt: { id: 'p' }, items: [] },
  ]);
  expect(groupTurns([])).toEqual([]);
});

test('items are ordered by position, then by id', () => {
  const items = [said('b', 2), said('a', 2), said('c', 1)].sort(byPosition);
  expect(items.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});
