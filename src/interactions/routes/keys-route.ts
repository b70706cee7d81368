/** Answers by keys: answers Claude Code's dialog in a terminal, as a person would. */
import type { RunDialogs } from '../../drivers/driver.ts';
import type { Route } from './route.ts';

/** The dialogs of the session's terminal. Undefined if the hub cannot type into it. */
export type FindDialogs<Some = RunDialogs> = (sessionId: string) => Some | undefined;

/** A terminal that failed this many times is not offered again: a rule would retry forever. */
const MOST_TRIES = 3;

export function keysRoute(findDialogs: FindDialogs<Pick<RunDialogs, 'refusal' | 'answer'>>): Route {
  return {
    name: 'keys',
    // The same keys again could answer the next dialog.
    isRepeatable: false,
    isOpen: ({ session_id, reopened = 0 }) => reopened < MOST_TRIES && findDialogs(session_id) !== undefined,
    refusal: async (interaction, decision) =>
      findDialogs(interaction.session_id)?.refusal(interaction, decision),
    async send(interaction, decision) {
      const answered = await findDialogs(interaction.session_id)?.answer(interaction, decision);
      // False: the dialog was gone before anything was decided.
      return answered === false ? 'stale' : (answered ?? false);
    },
  };
}
