/** `reins usage`: token usage and its cost. */
import { resolve } from 'node:path';
import { firstOfDays, localDay } from '../../core/usage/usage-rows.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { type UsageGroup, usageGroupSchema } from '../../protocol/usage.ts';
import type { UsageFilter } from '../../sdk/record-calls.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printJson } from '../print.ts';
import { plural } from '../terminal/format.ts';
import { chooseStyle } from '../terminal/style.ts';
import { renderUsage } from '../usage/render-usage.ts';

export interface UsageOptions extends Omit<UsageFilter, 'group'> {
  readonly by?: string;
  readonly days?: number;
  readonly all?: boolean;
  readonly json?: boolean;
}

const USUAL_DAYS = 30;
const ROWS_SHOWN = 20;

export async function usage(options: UsageOptions): Promise<number> {
  const { project, model, session, host, json } = options;
  const group = chooseGroup(options.by);
  const { since, until, period } = choosePeriod(options, new Date());
  const { client } = findHub(process.env);
  const filter: UsageFilter = {
    group,
    limit: options.limit ?? (json ? 1000 : ROWS_SHOWN),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(project !== undefined && { project: resolve(project) }),
    ...(model !== undefined && { model }),
    ...(host !== undefined && { host }),
    ...(session !== undefined && { session: await findSession(client, session) }),
  };
  const report = await client.usage(filter);
  if (json) printJson(report);
  else {
    const view = { width: process.stdout.columns || 80, home: process.env['HOME'], period };
    console.log(renderUsage(report, chooseStyle(process.stdout, process.env), view));
  }
  return EXIT.done;
}

function chooseGroup(by = 'day'): UsageGroup {
  const read = usageGroupSchema.safeParse(by === 'folder' ? 'project' : by);
  if (read.success) return read.data;
  throw new ReinsError(
    'invalid_request',
    `Cannot group by "${by}"; use ${usageGroupSchema.options.join(', ')}.`,
  );
}

/** By default, the last 30 days including today. */
export function choosePeriod(
  { days, all, since: from, until: to }: Pick<UsageOptions, 'days' | 'all' | 'since' | 'until'>,
  now: Date,
): { since?: string; until?: string; period: string } {
  if (from !== undefined || to !== undefined) {
    const since = from && localDay(new Date(from));
    const until = to && localDay(new Date(to));
    const words = [since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(' ');
    return { ...(since && { since }), ...(until && { until }), period: `everything ${words}` };
  }
  if (all) return { period: 'all time' };
  const count = days ?? USUAL_DAYS;
  return {
    since: firstOfDays(count, now),
    period: count === 1 ? 'today' : `the last ${plural(count, 'day')}`,
  };
}
