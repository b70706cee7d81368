/** Reads token usage: sums for a report, grouped as finely as the report needs. */
import { fromDay, toDay } from '../../core/usage/local-days.ts';
import type { UsageSum } from '../../core/usage/make-usage-report.ts';
import type { UsageGroup, UsageQuery } from '../../protocol/usage.ts';
import type { Database, SqlValue } from '../sqlite.ts';
import { FLAGS } from './usage-store.ts';

/** Which sums to read, and how to group them. */
export type UsageSelection = Omit<UsageQuery, 'limit'>;

const KEYS: Readonly<Record<UsageGroup, string>> = {
  day: 'day',
  project: 'project',
  model: 'model',
  session: 'session',
  tool: 'tools',
  // All of it is of this host; no name has this id.
  host: '0',
};

export function readUsage(database: Database, selection: UsageSelection): UsageSum[] {
  const { group, since, until, project, model, session } = selection;
  const conditions = ['messages > 0'];
  const values: SqlValue[] = [];
  const where = (condition: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  const named = (column: string) => `${column} = (SELECT id FROM usage_names WHERE name = ?)`;
  where('day >= ?', since && toDay(since));
  where('day <= ?', until && toDay(until));
  where(named('project'), project);
  where(named('model'), model);
  where(named('session'), session);
  const key = KEYS[group];
  const rows = database
    .prepare(
      `SELECT ${key} AS key, model, flags, sum(messages) AS messages, sum(input) AS input_tokens,
         sum(output) AS output_tokens, sum(cache_read) AS cache_read_tokens, sum(cache_write_5m) AS cache_write_5m_tokens,
         sum(cache_write_1h) AS cache_write_1h_tokens, sum(web_searches) AS web_searches
       FROM usage_sums WHERE ${conditions.join(' AND ')} GROUP BY key, model, flags`,
    )
    .all(...values) as unknown as SumRow[];
  const names = new Map(
    (database.prepare('SELECT id, name FROM usage_names').all() as unknown as NameRow[]).map(
      ({ id, name }) => [id, name],
    ),
  );
  const nameOf = (id: number) => names.get(id) ?? '';
  return rows.map(({ key, model, flags, ...tokens }) => ({
    key: group === 'day' ? fromDay(key) : nameOf(key),
    model: nameOf(model),
    isAgent: (flags & FLAGS.agent) !== 0,
    isLong: (flags & FLAGS.long) !== 0,
    tokens,
  }));
}

interface NameRow {
  readonly id: number;
  readonly name: string;
}

type SumRow = UsageSum['tokens'] & {
  readonly key: number;
  readonly model: number;
  readonly flags: number;
};
