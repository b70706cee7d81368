import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { NOON, OTHER, SESSION, storeTest, type TestStore, text } from './store-fixture.ts';

const test = storeTest;
const sessionId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

describe('events', () => {
  test('come in pages, of one session or of all', ({ store }) => {
    for (const word of ['a', 'b', 'c', 'd', 'e']) {
      store.log.append([{ sessionId: word < 'd' ? SESSION : OTHER, drafts: [text(word)] }]);
    }
    const positions = (query: { after: number; sessionId?: string; limit: number }) =>
      store.reader.events(query).map(({ position }) => position);
    expect(positions({ after: 0, limit: 2 })).toEqual([1, 2]);
    expect(positions({ after: 2, limit: 9 })).toEqual([3, 4, 5]);
    expect(positions({ after: 1, sessionId: SESSION, limit: 9 })).toEqual([2, 3]);
    expect(positions({ after: 0, sessionId: OTHER, limit: 1 })).toEqual([4]);
    expect(positions({ after: 0, sessionId: sessionId(9), limit: 9 })).toEqual([]);
  });

  test('carry what a hook sent, byte for byte', ({ store }) => {
    const raw = '{ "hook_event_name" : "Stop",\n "x": "\u2028 é" }';
    store.add({ type: 'hook_received', source: 'hook', at: NOON, name: 'Stop', raw }, text('a'));
    const [hook, other] = store.reader.events({ after: 0, limit: 9 });
    expect(hook).toMatchObject({ type: 'hook_received', raw });
    expect(other).not.toHaveProperty('raw');
    expect(hook?.json).not.toContain('hook_event_name');
  });

  test('that are large come in smaller pages', ({ store }) => {
    const raw = 'x'.repeat(3 * 1024 * 1024);
    const hook: Draft = { type: 'hook_received', source: 'hook', at: NOON, name: 'Stop', raw };
    store.add(hook, hook, hook, hook);
    expect(store.reader.events({ after: 0, limit: 500 })).toHaveLength(2);
    expect(store.reader.events({ after: 2, sessionId: SESSION, limit: 500 })).toHaveLength(2);
  });

  test('are found by their seq', ({ store }) => {
    store.log.append([
      { sessionId: OTHER, drafts: [text('x')] },
      { sessionId: SESSION, drafts: [text('a'), text('b')] },
    ]);
    expect([0, 1, 2, 99].map((seq) => store.reader.positionOfSeq(SESSION, seq))).toEqual([0, 2, 3, 3]);
    expect(store.reader.positionOfSeq(sessionId(9), 1)).toBe(0);
    expect(store.reader.lastPosition()).toBe(3);
  });
});

describe('sessions', () => {
  function fill(store: TestStore, count: number): void {
    for (let index = 0; index < count; index++) {
      const at = NOON + Math.floor(index / 2) * 1000;
      const observed = { cwd: `/code/${index % 3}`, title: `Task_${index} 100%` };
      store.log.append([{ sessionId: sessionId(index), drafts: [text('a', { at, observed })] }]);
    }
  }

  test('come newest first, page by page, each once', ({ store }) => {
    fill(store, 25);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = store.reader.sessions({ limit: 7, ...(cursor && { cursor }) });
      seen.push(...page.states.map(({ session_id }) => session_id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => sessionId(24 - index)));
  });

  test('are filtered by folder, status and text, which has no wildcards', ({ store }) => {
    fill(store, 9);
    const count = (query: object) => store.reader.sessions({ limit: 100, ...query }).states.length;
    expect(count({ cwd: '/code/1' })).toBe(3);
    expect(count({ cwd: '/code' })).toBe(0);
    expect(count({ status: ['ended', 'idle'] })).toBe(9);
    expect(count({ status: ['idle'] })).toBe(0);
    expect(store.reader.sessionCounts({})).toEqual({ ended: 9 });
    expect(store.reader.sessionCounts({ cwd: '/code/1' })).toEqual({ ended: 3 });
    expect(store.reader.sessionCounts({ text: 'nowhere' })).toEqual({});
    expect(count({ text: 'task_4' })).toBe(1);
    expect(count({ text: '100%' })).toBe(9);
    expect(count({ text: '%4%' })).toBe(0);
    expect(count({ text: 'k_4' })).toBe(1);
    expect(count({ text: 'k__4' })).toBe(0);
    expect(count({ text: 'code/2' })).toBe(3);
    expect(count({ text: '\\' })).toBe(0);
  });

  test('refuse an invalid cursor', ({ store }) => {
    expect(() => store.reader.sessions({ limit: 1, cursor: 'x' })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});

describe('items', () => {
  const placed = (name: string, position: number, words = name) =>
    text(words, { key: name, item: name, position });

  test('are bounded in bytes, but never empty', ({ store }) => {
    store.add(...[1, 2, 3].map((place) => placed(`i${place}`, place, 'x'.repeat(1000))));
    const page = (before?: number) =>
      store.reader.items({ sessionId: SESSION, limit: 9, maxBytes: 5000, ...(before && { before }) });
    expect(page().items.map(({ id }) => id)).toEqual(['i2', 'i3']);
    expect(page().olderBefore).toBe(2);
    expect(page(2).items.map(({ id }) => id)).toEqual(['i1']);
    expect(page(2).olderBefore).toBeUndefined();
    const small = store.reader.items({ sessionId: SESSION, limit: 9, maxBytes: 1 });
    expect(small.items).toHaveLength(1);
  });

  test('come once each and in order, even if many share a place and pages are small', ({ store }) => {
    let run = 0;
    fc.assert(
      fc.property(fc.array(fc.nat(6), { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (places, limit) => {
        const session = sessionId(++run);
        const drafts = places.map((place, index) => placed(`item-${String(index).padStart(2, '0')}`, place));
        store.log.append([{ sessionId: session, drafts }]);
        const pages: string[][] = [];
        let before: number | undefined;
        do {
          const page = store.reader.items({
            sessionId: session,
            limit,
            maxBytes: 1e9,
            ...(before !== undefined && { before }),
          });
          pages.unshift(page.items.map(({ id }) => id));
          before = page.olderBefore;
        } while (before !== undefined);
        const expected = drafts.toSorted(
          (a, b) => Number(a.position) - Number(b.position) || (String(a.item) < String(b.item) ? -1 : 1),
        );
        expect(pages.flat()).toEqual(expected.map(({ item }) => item));
      }),
      { numRuns: 50 },
    );
  });
});
