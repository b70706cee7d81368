/**
 * Finds the interaction that was opened for a dialog before its hook arrived: the hook adds details to the
 * same request.
 */
import { interactionKindOf } from '../adapters/interaction-kind.ts';
import type { HookPayload } from '../claude/hook-payload.ts';
import { dialogState } from '../core/dialog-state.ts';
import { isEqual } from '../core/same-fact.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Interaction } from '../protocol/interactions.ts';

export function foundBefore(state: SessionState | undefined, payload: HookPayload): string | undefined {
  return Object.values(state?.interactions ?? {}).find(
    (one) => one.without_hook && mayBeAsked(one, state) && isSame(one, payload),
  )?.id;
}

/**
 * Open, or answered without proof: by a hook that may come again because it did not get the answer, or in the
 * terminal, where the dialog is still open.
 */
function mayBeAsked({ state, answer, opened_at }: Interaction, session: SessionState | undefined): boolean {
  if (state === 'open') return true;
  if (answer?.applied !== 'sent') return false;
  return answer.route === 'hook' || dialogState(session ?? {}, Date.parse(opened_at)) === 'open';
}

function isSame(known: Interaction, payload: HookPayload): boolean {
  const { hook_event_name, agent_id, tool_name = '', tool_input = {} } = payload;
  if (known.agent_id !== agent_id) return false;
  if (hook_event_name === 'Elicitation') return known.kind === 'elicitation';
  // Its call was unknown; a session shows one dialog at a time.
  if (known.tool_name === undefined) return known.kind === interactionKindOf(tool_name);
  // A hook adds Claude Code's own values, such as the text of a plan; those from the screen were provisional.
  return (
    known.tool_name === tool_name &&
    Object.entries(known.input).every(
      ([name, value]) => name === 'screen' || isEqual(value, tool_input[name]),
    )
  );
}
