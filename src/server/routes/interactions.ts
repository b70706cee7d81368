/** Requests: the inbox, open questions, and answering. */
import { ReinsError } from '../../protocol/errors.ts';
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { pendingQuestions, requireSession } from '../session-answers.ts';

export function interactionHandlers({ reader, answers }: ServerDeps) {
  return {
    'GET /api/interactions': ({ query: { state, session, id } }) => ({
      items: reader.interactions(state, session, id),
    }),
    'GET /api/sessions/:id/pending-questions': ({ params: { id } }) => {
      requireSession(reader, id);
      return pendingQuestions(reader, id);
    },
    'POST /api/interactions/:id/answer': ({ params, headers, body, identity }) =>
      answers.answer(params.id, body, { ...identity, key: headers['idempotency-key'] }),
    'POST /api/sessions/:id/answer': ({ params, headers, body: { toolUseId, ...body }, identity }) => {
      const asked = reader
        .interactions(undefined, params.id)
        .find(({ kind, tool_use_id }) => kind === 'question' && tool_use_id === toolUseId);
      if (asked) return answers.answer(asked.id, body, { ...identity, key: headers['idempotency-key'] });
      throw new ReinsError(
        'interaction_not_found',
        `This session has no open question for the tool call ${toolUseId}.`,
      );
    },
  } satisfies Partial<Handlers>;
}
