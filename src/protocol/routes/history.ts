/** Routes about past sessions: search, usage, and what is stored of them. */
import {
  historyStatusSchema,
  prunedSchema,
  pruneSchema,
  searchAnswerSchema,
  searchQuerySchema,
} from '../history.ts';
import { usageQuerySchema, usageReportSchema } from '../usage.ts';
import { defineRoutes } from './define-routes.ts';

export const historyRoutes = defineRoutes('history', {
  'GET /api/search': {
    where: 'all',
    id: 'search',
    role: 'viewer',
    summary: 'Searches the full text of all current and past sessions.',
    description:
      'Prompts, answers, thoughts, tool inputs and outputs, plans, titles and file paths. All words must occur; `"quoted words"` ' +
      'must occur together, `prefix*` matches the start of a word, and so does the last word. `fooBar` is found by `foo`, ' +
      '`bar` and `foobar`; `--flag` matches that option. Without words, the newest rows that match the filters are returned. ' +
      'Ranked by relevance and age.',
    query: searchQuerySchema,
    answers: { 200: ['Results, best match first', searchAnswerSchema] },
    fails: [503],
  },
  'GET /api/history': {
    id: 'getHistoryStatus',
    role: 'viewer',
    summary: 'Returns the indexing progress and disk use of past sessions.',
    answers: { 200: ['The status', historyStatusSchema] },
  },
  'POST /api/history/prune': {
    id: 'pruneHistory',
    role: 'operator',
    summary: 'Removes old sessions from the event log.',
    description:
      'Removes ended sessions without activity for `days` days. Sessions with open requests or undelivered prompts are never ' +
      'removed. Transcripts are not changed: a session that has one stays listed and is read again when opened. ' +
      'Its decisions and raw hook payloads are lost.',
    body: pruneSchema,
    answers: { 200: ['What was removed', prunedSchema] },
    fails: [503],
  },
  'GET /api/usage': {
    where: 'all',
    id: 'getUsage',
    role: 'viewer',
    summary: 'Reports tokens and cost by day, folder, model, session or tool.',
    description:
      'Over all sessions, including those that were never opened, with subagents; each API message is counted once. Days are ' +
      "those of the hub's machine. Costs are calculated from API prices; a model without a known price is listed in " +
      '`unknown_models`, and its cost is left out, not zero. By tool, the cost of a message is divided evenly among the tools it called; ' +
      '`key` is empty for messages that called none.',
    query: usageQuerySchema,
    answers: { 200: ['The report', usageReportSchema] },
    fails: [503],
  },
});
