/** Past sessions: search, usage, indexing progress, and removing old ones. */
import type { Context } from 'hono';
import { makeUsageReport } from '../../core/usage/make-usage-report.ts';
import { mergeUsageReports } from '../../core/usage/merge-usage-reports.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { SearchAnswer, SearchQuery } from '../../protocol/history.ts';
import type { UsageQuery, UsageReport, UsageRow } from '../../protocol/usage.ts';
import type { AppEnv } from '../app-env.ts';
import { gather } from '../gather.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import { mergeHits, readSearchCursor } from '../search-hosts.ts';
import type { Reader, ServerDeps } from '../server-deps.ts';

export function historyHandlers(deps: ServerDeps, { routing }: Shared) {
  const { history, reader, retention, fleet } = deps;
  const titleOf = (sessionId: string) => reader.session(sessionId)?.observed.title?.value ?? '';

  const searchHere = async (query: SearchQuery, isRemote: boolean): Promise<SearchAnswer> => {
    const { hits, nextCursor } = await history.search(query);
    const seen = isRemote ? hits.filter(({ session_id }) => fleet.isShared(session_id)) : hits;
    return {
      items: seen.map((hit) => ({ ...hit, title: titleOf(hit.session_id) })),
      ...(nextCursor !== undefined && { next_cursor: nextCursor }),
      is_complete: history.status().state === 'ready',
    };
  };

  const countHere = ({ group, limit, host: _, ...filter }: UsageQuery): UsageReport => {
    const sums = history.usage({ group, ...filter });
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const isComplete = history.status().state === 'ready';
    const report = makeUsageReport(sums, { group, timeZone, isComplete, limit });
    if (group !== 'session') return report;
    return { ...report, items: report.items.map((row) => withTitle(row, reader)) };
  };

  return {
    'GET /api/search': async ({ c, query }) => {
      const { host, cursor, limit, q } = query;
      if (!fleet.membership || c.env.remote) return searchHere(query, c.env.remote !== undefined);
      const places = cursor === undefined ? undefined : readSearchCursor(cursor);
      const others = routing.others(c, host).filter((id) => !places || places.has(id));
      const queries = new Map(others.map((id) => [id, queryFor(c, places?.get(id))]));
      const isHere = routing.isHere(c, host) && (!places || places.has(''));
      const ownCursor = places?.get('');
      const { cursor: _, host: __, ...rest } = query;
      const ownQuery = { ...rest, ...(ownCursor !== undefined && { cursor: String(ownCursor) }) };
      const [own, gathered] = await Promise.all([
        isHere ? searchHere(ownQuery, false) : undefined,
        gather<SearchAnswer>(deps, c, '/api/search', queries),
      ]);
      const { name } = fleet.membership;
      const parts = [...(own ? [{ hostId: '', name, answer: own }] : []), ...gathered.answers].map(
        ({ hostId, name: from, answer }) => ({
          hostId,
          hits: answer.items.map((hit) => ({ ...hit, host: from })),
          offset: places?.get(hostId) ?? 0,
          next: answer.next_cursor === undefined ? undefined : Number(answer.next_cursor),
          isComplete: answer.is_complete,
        }),
      );
      return {
        ...mergeHits(parts, { isByTime: q === '', limit }),
        is_complete: parts.every(({ isComplete }) => isComplete),
        hosts_missing: [...gathered.missing],
      };
    },
    'GET /api/history': () => {
      const perDay = retention.bytesPerDay();
      return { ...history.status(), ...(perDay !== undefined && { log_bytes_per_day: perDay }) };
    },
    'POST /api/history/prune': ({ body }) => retention.prune(body),
    'GET /api/usage': async ({ c, query }) => {
      if (c.env.remote && !fleet.isSharedFolder(''))
        throw new ReinsError(
          'host_refused',
          'This host shares only some of its sessions, so it reports no totals.',
        );
      const { host, group, limit } = query;
      const { membership } = fleet;
      if (!membership || c.env.remote) return countHere(query);
      const asked = queryFor(c, undefined);
      asked.set('limit', String(MAX_ROWS));
      const queries = new Map(routing.others(c, host).map((id) => [id, asked]));
      const { answers, missing } = await gather<UsageReport>(deps, c, '/api/usage', queries);
      const isHere = routing.isHere(c, host);
      const reports = [
        ...(isHere ? [{ name: membership.name, answer: countHere({ ...query, limit: MAX_ROWS }) }] : []),
        ...answers,
      ].map(({ name, answer }) =>
        group === 'session' || group === 'project' ? fromHost(answer, name) : answer,
      );
      const [first, ...others] = reports;
      const report = first ? mergeUsageReports([first, ...others], limit) : countNothing(query);
      return { ...report, hosts_missing: [...missing] };
    },
  } satisfies Partial<Handlers>;
}

function withTitle(row: UsageRow, reader: Reader): UsageRow {
  const { title, cwd } = reader.sessionName(row.key) ?? {};
  return { ...row, ...(title && { title }), ...(cwd && { cwd }) };
}

const MAX_ROWS = 1000;

/** What another host is asked: the same, from where it was left. */
function queryFor(c: Context<AppEnv>, offset: number | undefined): URLSearchParams {
  const query = new URL(c.req.url).searchParams;
  query.delete('host');
  query.delete('cursor');
  if (offset !== undefined) query.set('cursor', String(offset));
  return query;
}

function fromHost(report: UsageReport, host: string): UsageReport {
  return { ...report, items: report.items.map((row) => ({ ...row, host })) };
}

function countNothing({ group, limit }: UsageQuery): UsageReport {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return makeUsageReport([], { group, timeZone, isComplete: false, limit });
}
