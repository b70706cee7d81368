/** The current activity of a session: the newest tool call of its main conversation, in few words. */
import type { ReinsEvent } from '../protocol/events.ts';
import { later } from './latest.ts';
import type { SessionState } from './session-state.ts';
import { describeTool } from './wording/tool-text.ts';

/** The maximum length of a line in a list. */
const LONGEST = 120;

export function noteDoing(
  state: SessionState,
  { name, input, agent_id }: ReinsEvent<'tool_started'>,
  at: number,
): Pick<SessionState, 'doing'> {
  if (agent_id !== undefined) return {};
  const { verb, object } = describeTool(name, input, state.observed.cwd?.value);
  const [line = ''] = object.trimStart().split('\n', 1);
  return { doing: later(state.doing, `${verb} ${line}`.trim().slice(0, LONGEST), at) };
}

/** Undefined between turns, and before the first tool call of a turn. */
export function doingNow({ doing, turn_ended_at = 0 }: SessionState): string | undefined {
  return doing && doing.at > turn_ended_at ? doing.value : undefined;
}
