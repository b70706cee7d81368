/** Answers to control requests of stream runs: the request's id is the interaction's. */
import type { Decision } from '../protocol/answers.ts';
import type { Route } from './route.ts';
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
    isOpen: ({ session_id, routes }) => routes.includes('control') && responder(session_id) !== undefined,
    refusal: () => undefined,
    async send(interaction, decision) {
      const respond = responder(interaction.session_id);
      if (!respond) return false;
      await respond(interaction.id, { ...(toToolDecision(interaction, decision) ?? formAnswer(decision)) });
      return true;
    },
  };
}

function formAnswer(decision: Decision): Record<string, unknown> {
  if (decision.kind !== 'elicitation') return {};
  const { action, content } = decision;
  return { action, ...(content && { content }) };
}
