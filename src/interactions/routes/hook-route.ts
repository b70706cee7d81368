/** Answers to held hooks: the reply to the hook is the decision. */
import { toToolDecision } from '../../core/interactions/interaction-definitions.ts';
import type { Decision } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Route } from './route.ts';

export interface HookRouteOptions {
  readonly hooks: {
    isHeld(interactionId: string): boolean;
    /** False if no hook waits there any more. */
    reply(interactionId: string, body: object): boolean;
  };
  /**
   * Whether the request is still pending in Claude Code. The terminal may have answered a moment ago, and a
   * late decision must not be sent: a late denial with interrupt would end the running turn (seen in
   * 2.1.325).
   */
  readonly isWaiting: (interaction: Interaction) => boolean;
}

export function hookRoute({ hooks, isWaiting }: HookRouteOptions): Route {
  return {
    name: 'hook',
    isRepeatable: false,
    isOpen: ({ id }) => hooks.isHeld(id),
    refusal: () => undefined,
    async send(interaction, decision) {
      if (!isWaiting(interaction)) {
        hooks.reply(interaction.id, {});
        return 'stale';
      }
      return hooks.reply(interaction.id, toHookReply(interaction, decision));
    },
  };
}

export function toHookReply(interaction: Interaction, decision: Decision): object {
  if (decision.kind === 'elicitation') {
    const { action, content } = decision;
    return { hookSpecificOutput: { hookEventName: 'Elicitation', action, ...(content && { content }) } };
  }
  return {
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: toToolDecision(interaction, decision),
    },
  };
}
