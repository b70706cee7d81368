/** Answers by keys: the dialog that Claude Code shows in a terminal is answered there, as a person would. */
import type { Decision } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Route } from './route.ts';

/** The hands at a session's terminal. */
export interface DialogHands {
  refusal(interaction: Interaction, decision: Decision): Promise<string | undefined>;
  /**
   * False when the dialog was gone before anything was decided; `unsure` when a key was pressed that may still decide.
   * Throws when it did not take the keys.
   */
  answer(interaction: Interaction, decision: Decision): Promise<boolean | 'unsure'>;
}

export interface KeysRouteOptions {
  /** Undefined when nobody can type into the session's terminal. */
  readonly hands: (sessionId: string) => DialogHands | undefined;
}

export function keysRoute({ hands }: KeysRouteOptions): Route {
  return {
    name: 'keys',
    // The same keys again could answer the next dialog.
    isRepeatable: false,
    isOpen: ({ session_id }) => hands(session_id) !== undefined,
    refusal: async (interaction, decision) => hands(interaction.session_id)?.refusal(interaction, decision),
    async send(interaction, decision) {
      const answered = await hands(interaction.session_id)?.answer(interaction, decision);
      return answered === false ? 'stale' : (answered ?? false);
    },
  };
}
