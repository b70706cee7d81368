/** Answers to control requests of stream runs: the request's id is the interaction's. */
import type { Decision } from '../../protocol/answers.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Route, Sent } from './route.ts';
import { toToolDecision } from './tool-decision.ts';

export interface ControlRouteOptions {
  /** Hands a response to the run that serves the session; undefined when there is none that can take it. */
  readonly responder: (
    sessionId: string,
  ) => ((requestId: string, response: Readonly<Record<string, unknown>>) => Promise<void>) | undefined;
}

export function controlRoute({ responder }: ControlRouteOptions): Route {
  return {
    name: 'control',
    isRepeatable: true,
    isOpen: ({ session_id, routes }) => routes.includes('control') && responder(session_id) !== undefined,
    refusal: () => undefined,
    async send(interaction, decision) {
      const respond = responder(interaction.session_id);
      if (!respond) return false;
      const response = { ...(toToolDecision(interaction, decision) ?? formAnswer(decision)) };
      return respond(interaction.id, response).then(() => true, isCertain);
    },
  };
}

/** Only a run that has ended has certainly not taken it; what a runner is slow to take, it takes later. */
function isCertain(error: unknown): Sent {
  return error instanceof ReinsError && error.code === 'session_ended' ? false : 'unsure';
}

function formAnswer(decision: Decision): Record<string, unknown> {
  if (decision.kind !== 'elicitation') return {};
  const { action, content } = decision;
  return { action, ...(content && { content }) };
}
