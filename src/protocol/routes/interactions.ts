/** Routes that show and answer requests, and the audit log. */
import { z } from 'zod';
import { anyAnswerByToolSchema, anyAnswerSchema } from '../answers.ts';
import {
  interactionListSchema,
  interactionQuerySchema,
  pendingQuestionsSchema,
  sessionParamsSchema,
} from '../api.ts';
import { auditPageSchema, auditQuerySchema } from '../audit.ts';
import { interactionSchema } from '../interactions.ts';
import { defineRoutes } from './define-routes.ts';

const answering = {
  role: 'approver',
  description:
    'The first answer counts; later ones get 409 with the first answer. The call waits up to two seconds for proof: ' +
    '`answer.applied` is `confirmed`, or `sent` while there is none. An `Idempotency-Key` makes the call safe to repeat. ' +
    'Editing inputs, plans and suggested rules, rules beyond the session and changes of mode need an operator.',
  headers: z.object({ 'idempotency-key': z.string().max(200).optional() }),
  answers: { 200: ['The closed interaction', interactionSchema] },
  fails: [404, 409],
} as const;

export const interactionRoutes = defineRoutes('interactions', {
  'GET /api/interactions': {
    where: 'both logs',
    id: 'listInteractions',
    role: 'viewer',
    summary: 'Lists requests of all sessions or of one.',
    query: interactionQuerySchema,
    answers: { 200: ['Interactions, oldest first', interactionListSchema] },
  },
  'POST /api/interactions/:id/answer': {
    ...answering,
    id: 'answerInteraction',
    summary: 'Answers a request.',
    params: z.object({ id: z.string() }),
    body: anyAnswerSchema,
  },
  'POST /api/sessions/:id/answer': {
    ...answering,
    id: 'answerQuestion',
    summary: 'Answers a question by its tool call.',
    params: sessionParamsSchema,
    body: anyAnswerByToolSchema,
  },
  'GET /api/sessions/:id/pending-questions': {
    where: 'owner or copy',
    id: 'listPendingQuestions',
    role: 'viewer',
    summary: 'Lists the open questions of a session.',
    params: sessionParamsSchema,
    answers: { 200: ['Open questions', pendingQuestionsSchema] },
    fails: [404],
  },
  // A viewer sees the same inputs and answers in the sessions themselves.
  'GET /api/audit': {
    where: 'both logs',
    id: 'listAuditEntries',
    role: 'viewer',
    summary: 'Lists who decided what, when, from where and by which route.',
    description:
      'Derived from the event log: answers, withdrawals, and corrections as separate entries; entries are never changed or removed. ' +
      'Newest first, in pages. With `format=jsonl` or `Accept: application/x-ndjson`, all matching entries, oldest first, one ' +
      'per line; `limit` and `cursor` are ignored then. Inputs are not masked.',
    query: auditQuerySchema,
    answers: {
      200: ['Entries', { 'application/json': auditPageSchema, 'application/x-ndjson': ['AuditEntry'] }],
    },
  },
});
