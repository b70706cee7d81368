import { expect, test } from 'vitest';
import type { SearchHit } from '../protocol/history.ts';
import { mergeHits, readSearchCursor } from './search-hosts.ts';

const hit = (session_id: string, at = '', rank = 0) => ({ session_id, at, rank }) as SearchHit;
const ids = (items: readonly SearchHit[]) => items.map(({ session_id }) => session_id);

test('the best of each host come first, and the next page continues on each', () => {
  const hosts = [
    { hostId: '', hits: [hit('a1', '', 0), hit('a2', '', 3), hit('a3', '', 7)], offset: 0, next: 8 },
    { hostId: 'bbbbbbbbbb', hits: [hit('b1', '', 4)], offset: 4, next: undefined },
    { hostId: 'cccccccccc', hits: [hit('c1', '', 0), hit('c2', '', 1)], offset: 0, next: undefined },
  ];
  const { items, next_cursor } = mergeHits(hosts, { isByTime: false, limit: 4 });
  expect(ids(items)).toEqual(['a1', 'b1', 'c1', 'a2']);
  expect(next_cursor).toBe('7~cccccccccc.1');
  expect([...readSearchCursor('7~cccccccccc.1')]).toEqual([
    ['', 7],
    ['cccccccccc', 1],
  ]);
  expect([...readSearchCursor('~cccccccccc.1')]).toEqual([['cccccccccc', 1]]);
});

test('without words the newest come first', () => {
  const hosts = [
    { hostId: '', hits: [hit('a', '2026-01-01')], offset: 0, next: undefined },
    { hostId: 'bbbbbbbbbb', hits: [hit('b', '2026-01-02')], offset: 0, next: undefined },
  ];
  const { items, next_cursor } = mergeHits(hosts, { isByTime: true, limit: 4 });
  expect([ids(items), next_cursor]).toEqual([['b', 'a'], undefined]);
});

test('a host whose results were all shown continues at its own cursor', () => {
  const hosts = [
    { hostId: 'bbbbbbbbbb', hits: [hit('b1', '', 2), hit('b2', '', 5)], offset: 0, next: 9 },
    { hostId: 'cccccccccc', hits: [], offset: 10, next: 20 },
  ];
  const { items, next_cursor } = mergeHits(hosts, { isByTime: false, limit: 4 });
  expect([ids(items), next_cursor]).toEqual([['b1', 'b2'], '~bbbbbbbbbb.9~cccccccccc.20']);
});
