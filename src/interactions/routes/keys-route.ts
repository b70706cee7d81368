/** Answers by keys: the dialog that Claude Code shows in a terminal is answered there, as a person would. */
import type { RunDialogs } from '../../drivers/driver.ts';
import type { Route } from './route.ts';

/** The dialogs of the session's terminal; undefined when nobody can type into it. */
export type FindDialogs<Some = RunDialogs> = (sessionId: string) => Some | undefined;

/** A terminal that has not taken an answer this often is not offered again: a rule would try for ever. */
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
