/** Requests: the inbox, open questions, and answering. */
import { splitAddress } from '../../core/session-address.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { pendingQuestions, requireSession } from '../session-answers.ts';

export function interactionHandlers({ reader, answers }: ServerDeps, { routing }: Shared) {
  return {
    'GET /api/interactions': ({ c, query: { state, session, id, host } }) => {
      const hostId = routing.listed(c, host);
      if (session === undefined) return { items: reader.interactions(state, undefined, id, hostId) };
      const { id: sessionId, host: shown } = splitAddress(session);
      const keys =
        shown === undefined
          ? reader.keysOf(sessionId).filter((key) => !hostId || routing.isOn(key, hostId))
          : [routing.session(session, undefined).key];
      return { items: keys.flatMap((key) => reader.interactions(state, key, id)) };
    },
    'GET /api/sessions/:id/pending-questions': ({ params: { id } }) => {
      requireSession(reader, id);
      return pendingQuestions(reader, id);
    },
    'POST /api/interactions/:id/answer': ({ params, headers, body, identity }) =>
      answers.answer(params.id, body, { ...identity, key: headers['idempotency-key'] }),
    'POST /api/sessions/:id/answer': ({ params, headers, body: answer, identity }) => {
      const { tool_use_id: id, toolUseId = id, ...body } = answer;
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
