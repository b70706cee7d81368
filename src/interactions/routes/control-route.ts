/** Answers to control requests of stream runs: the request's id is the interaction's. */
import { toToolDecision } from '../../core/interactions/interaction-definitions.ts';
import type { Decision } from '../../protocol/answers.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Route, Sent } from './route.ts';

/** Delivers a response to the run that serves the session. Undefined if no run can accept it. */
export type FindResponder = (
  sessionId: string,
) => ((requestId: string, response: Readonly<Record<string, unknown>>) => Promise<void>) | undefined;

export function controlRoute(findResponder: FindResponder): Route {
  return {
    name: 'control',
    isRepeatable: true,
    // The stream opens it with its request and closes it with the request's end, whether its run can be
    // reached or not.
    isOpen: ({ routes }) => routes.includes('control'),
    refusal: ({ session_id }) => (findResponder(session_id) ? undefined : 'its run cannot be reached'),
    async send(interaction, decision) {
      const respond = findResponder(interaction.session_id);
      if (!respond) return false;
      const response = { ...(toToolDecision(interaction, decision) ?? formAnswer(decision)) };
      return respond(interaction.id, response).then(() => true, isCertain);
    },
  };
}

/** Only a run that has ended certainly did not receive it; a slow runner receives it later. */
function isCertain(error: unknown): Sent {
  return error instanceof ReinsError && error.code === 'session_ended' ? false : 'unsure';
}

function formAnswer(decision: Decision): Record<string, unknown> {
  if (decision.kind !== 'elicitation') return {};
  const { action, content } = decision;
  return { action, ...(content && { content }) };
}
