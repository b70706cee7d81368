/** The tool call during which an MCP server asked a person, and what its end says about the form. */

import { hasTerminal } from '../core/dialog-state.ts';
import type { Draft } from '../core/draft.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { ItemOf } from '../protocol/session.ts';
import type { InteractionDrafts } from './interaction-drafts.ts';
import { type Settlement, type Since, UNCONFIRMED } from './settle-answer.ts';

type ToolCall = ItemOf<'tool'>;

/** A form names its server only: its call is known when just one of that server was running. */
export function callOfForm(
  tools: readonly ToolCall[],
  { input, opened_at }: Interaction,
): ToolCall | undefined {
  const server = String(input['mcp_server_name']).replace(/[^A-Za-z0-9_-]/g, '_');
  const running = tools.filter(
    ({ name, at, finished_at }) =>
      name.startsWith(`mcp__${server}__`) &&
      at <= opened_at &&
      (finished_at === undefined || finished_at >= opened_at),
  );
  return running.length === 1 ? running[0] : undefined;
}

/** The call is over, and nobody has told how its form was answered. */
export function formEnd(
  drafts: InteractionDrafts,
  state: SessionState,
  form: Interaction,
  finishedAt: string,
): Draft {
  return hasTerminal(state) ? drafts.answered(form, Date.parse(finishedAt)) : drafts.withdrawn(form);
}

/** The server went on after our answer; nobody else could give one while we did. */
export function settleFormAnswer(
  { answer }: Interaction,
  call: Pick<ToolCall, 'finished_at'> | undefined,
  { isOver = false }: Since,
): Settlement | undefined {
  if (answer?.applied !== 'sent') return undefined;
  if (call?.finished_at !== undefined && call.finished_at >= answer.at) return { applied: 'confirmed' };
  return isOver ? { applied: 'lost', reason: UNCONFIRMED } : undefined;
}
