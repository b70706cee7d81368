/**
 * Finds the interaction that was opened for a dialog before its hook arrived: the hook adds details to the
 * same request, or is too late for it.
 */
import { interactionKindOf } from '../adapters/interaction-kind.ts';
import type { HookPayload } from '../claude/hook-payload.ts';
import { dialogState } from '../core/dialog-state.ts';
import { promptBefore } from '../core/prompt-names.ts';
import { isEqual } from '../core/same-fact.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { LogReader } from '../store/log-reader.ts';
import { findCall } from './find-call.ts';

export function foundBefore(state: SessionState | undefined, payload: HookPayload): string | undefined {
  return Object.values(state?.interactions ?? {}).find(
    (one) => one.without_hook && mayBeAsked(one, state) && isSame(one, payload),
  )?.id;
}

/** The same for a request that is closed. Call it when the log is up to date with the transcript. */
export function closedBefore(
  reader: Pick<LogReader, 'items'>,
  state: SessionState | undefined,
  payload: HookPayload,
): string | undefined {
  const { agent_id, prompt_id, tool_input: input = {} } = payload;
  // The position of a subagent's call does not show its turn.
  if (!state || !prompt_id || agent_id !== undefined) return undefined;
  return Object.values(state.interactions).find((one) => {
    const { without_hook, tool_use_id, closed_at: opened_at, ...interaction } = one;
    if (!without_hook || !tool_use_id || !opened_at || !isSame(one, payload)) return false;
    const call = findCall(reader, state, one);
    if (!call || promptBefore(state.prompt_names, call.position) !== prompt_id) return false;
    const again = findCall(reader, state, { ...interaction, input, opened_at });
    return !again && !hasLaterDialog(state, one);
  })?.id;
}

/** Whether a dialog is on the screen that was opened after this one. */
function hasLaterDialog({ activity }: SessionState, { opened_at }: Interaction): boolean {
  return activity?.value.now === 'waiting' && activity.at > Date.parse(opened_at);
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
