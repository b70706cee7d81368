/** Tokens and what they cost, over all transcripts there are or were. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { makeUsageReport } from '../../core/usage/make-usage-report.ts';
import { type UsageRow, usageQuerySchema } from '../../protocol/usage.ts';
import { answerJson } from '../answer-json.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { Reader, ServerDeps } from '../server-deps.ts';

const route = createRoute({
  method: 'get',
  path: '/api/usage',
  summary: 'Tokens and cost by day, folder, model, session or tool',
  description:
    'Over all sessions, also those that were never opened, subagents included; each message of the API is counted once. Days are ' +
    "those of the hub's machine. Costs are worked out from API prices; a model whose price is not known is named in " +
    '`unknown_models`, and its cost is left out, not zero. By tool, what a message cost is shared evenly among the tools it called; `key` is empty ' +
    'for messages that called none.',
  tags: ['history'],
  request: { query: usageQuerySchema },
  responses: { 200: json('The report', 'UsageReport'), ...failures(400, 401, 403, 503) },
});

export function addUsageRoute(
  app: OpenAPIHono<AppEnv>,
  { history, reader }: Pick<ServerDeps, 'history' | 'reader'>,
): void {
  app.openapi(route, (c) => {
    const { group, limit, ...filter } = c.req.valid('query');
    const sums = history.usage({ group, ...filter });
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const isComplete = history.status().state === 'ready';
    const report = makeUsageReport(sums, { group, timeZone, isComplete, limit });
    if (group !== 'session') return answerJson(c, report);
    return answerJson(c, { ...report, items: report.items.map((row) => withTitle(row, reader)) });
  });
}

function withTitle(row: UsageRow, reader: Reader): UsageRow {
  const { title, cwd } = reader.sessionName(row.key) ?? {};
  return { ...row, ...(title && { title }), ...(cwd && { cwd }) };
}
