import { describe, expect } from 'vitest';
import type { Draft } from '../core/draft.ts';
import type { Answer } from '../protocol/interactions.ts';
import { type AuditQuery, AuditReader } from './audit-reader.ts';
import { NOON, OTHER, opened, SESSION, storeTest, type TestStore } from './store-fixture.ts';

const moment = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();
const by = (name: string, type: Answer['by']['type'] = 'device') => ({ type, name });

function closed(
  id: string,
  minutes: number,
  answer?: Partial<Answer> & Record<string, unknown>,
  key = `closed:${id}`,
): Draft {
  const whole = answer && { by: by('phone'), at: moment(minutes), route: 'hook', applied: 'sent', ...answer };
  return {
    type: 'interaction_closed',
    source: 'driver',
    at: NOON + minutes * 60_000,
    key,
    interaction_id: id,
    state: answer ? 'answered' : 'withdrawn',
    ...(whole && { answer: whole as Answer }),
  };
}

const note = (
  type: 'interaction_settled' | 'interaction_reopened',
  id: string,
  minutes: number,
  facts: object,
) =>
  ({ type, source: 'driver', at: NOON + minutes * 60_000, interaction_id: id, ...facts }) as unknown as Draft;

const read = (store: TestStore, query: Partial<AuditQuery> = {}) =>
  new AuditReader(store.database).page({ order: 'newest first', limit: 100, ...query });
const brief = (store: TestStore, query: Partial<AuditQuery> = {}) =>
  read(store, query).entries.map(({ interaction_id, what, applied }) => [interaction_id, what, applied]);

describe('the record', () => {
  storeTest('lists decisions with the original and the executed input', ({ store }) => {
    const input = { command: 'ls' };
    store.add(opened('a', { tool_name: 'Bash', tool_use_id: 't1', input }));
    const edited = { decision: 'allow', input: { command: 'ls -l' }, key: 'secret' };
    store.add(closed('a', 2, edited));
    store.add(note('interaction_settled', 'a', 3, { applied: 'confirmed' }));
    expect(read(store).entries).toEqual([
      {
        what: 'answered',
        at: moment(2),
        session_id: SESSION,
        seq: 2,
        host: 'desk',
        title: '',
        cwd: '',
        interaction_id: 'a',
        kind: 'permission',
        tool_name: 'Bash',
        tool_use_id: 't1',
        opened_at: moment(0),
        waited_ms: 120_000,
        by: by('phone'),
        route: 'hook',
        applied: 'confirmed',
        decided: { decision: 'allow', input: { command: 'ls -l' } },
        input,
        ran_input: { command: 'ls -l' },
      },
    ]);
  });

  storeTest('corrections are separate entries, and only calls that ran are reported as run', ({ store }) => {
    store.add(opened('a'), opened('b'), opened('c'));
    store.add(closed('a', 1, { decision: 'allow' }));
    store.add(note('interaction_reopened', 'a', 2, { reason: 'the hook route is closed' }));
    store.add(closed('a', 3, { decision: 'deny', by: by('laptop') }, 'closed:a:1'));
    store.add(closed('b', 4, { decision: 'allow' }));
    const terminal = {
      by: by('terminal', 'terminal'),
      at: moment(5),
      route: 'terminal',
      applied: 'superseded',
    };
    store.add(
      note('interaction_settled', 'b', 5, {
        applied: 'superseded',
        answer: { ...terminal, decision: 'deny' },
      }),
    );
    store.add(closed('c', 6));
    expect(brief(store)).toEqual([
      ['c', 'withdrawn', undefined],
      ['b', 'superseded', 'confirmed'],
      ['b', 'answered', 'superseded'],
      ['a', 'answered', 'sent'],
      ['a', 'reopened', undefined],
      ['a', 'answered', 'undelivered'],
    ]);
    const { entries } = read(store, { order: 'oldest first' });
    expect(entries[0]).not.toHaveProperty('ran_input');
    expect(entries[1]).toMatchObject({ reason: 'the hook route is closed' });
    expect(entries[3]).not.toHaveProperty('ran_input');
    expect(entries[4]).toMatchObject({ by: by('terminal', 'terminal'), decided: { decision: 'deny' } });
  });

  storeTest('filters by time, session and decider; pages in both directions', ({ store }) => {
    for (let number = 0; number < 30; number++) {
      const sessionId = number % 2 === 0 ? SESSION : OTHER;
      const answer = { by: number % 3 === 0 ? by('tests', 'rule') : by('phone') };
      // Some have the same time: none may be missing or repeated.
      const drafts = [opened(`i${number}`), closed(`i${number}`, Math.floor(number / 4), answer)];
      store.log.append([{ sessionId, drafts }]);
    }
    expect(brief(store, { since: moment(2), until: moment(4) })).toHaveLength(8);
    expect(brief(store, { session: OTHER })).toHaveLength(15);
    expect(brief(store, { by: 'tests' })).toHaveLength(10);
    expect(brief(store, { by: 'device' })).toHaveLength(20);
    for (const order of ['newest first', 'oldest first'] as const) {
      const seen: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const { entries, nextCursor } = read(store, { order, limit: 7, cursor });
        seen.push(...entries.map(({ interaction_id }) => interaction_id));
        if (nextCursor === undefined) break;
        cursor = nextCursor;
      }
      expect(new Set(seen).size).toBe(30);
      expect(seen).toHaveLength(30);
      expect(seen[0]).toBe(order === 'oldest first' ? 'i0' : 'i29');
    }
  });

  storeTest('large inputs make smaller pages', ({ store }) => {
    for (const id of ['a', 'b', 'c']) {
      store.add(opened(id, { input: { content: 'x'.repeat(700_000) } }), closed(id, 1));
    }
    const { entries, nextCursor } = read(store);
    expect(entries).toHaveLength(2);
    expect(read(store, { cursor: nextCursor }).entries).toHaveLength(1);
  });

  storeTest('uses indexes', ({ store }) => {
    const plan = (sql: string) =>
      (store.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        .map(({ detail }) => detail)
        .join('; ');
    const decisions = "type IN ('interaction_closed', 'interaction_settled', 'interaction_reopened')";
    const at = "json_extract(json, '$.at')";
    expect(
      plan(
        `SELECT position FROM events WHERE ${decisions} AND ${at} >= 'x' ORDER BY ${at} DESC, position DESC LIMIT 9`,
      ),
    ).toMatch(/^SEARCH events USING (COVERING )?INDEX decisions \(<expr>>\?\)$/);
    expect(plan("SELECT json FROM interactions WHERE state = 'open' ORDER BY opened_at, id")).toContain(
      'interactions_by_state',
    );
  });
});
