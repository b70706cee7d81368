/** The tool calls that a session may be waiting with: those that have begun and have no result. */
import { interactionKindOf } from '../adapters/interaction-kind.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { ItemOf } from '../protocol/session.ts';
import type { LogReader } from '../store/log-reader.ts';

export interface WaitingAsk extends Pick<Interaction, 'kind' | 'input'> {
  readonly tool_use_id?: string;
  readonly tool_name?: string;
  readonly agent_id?: string;
}

/** How far back they may stand. */
const RECENT_ITEMS = 60;
const RECENT_BYTES = 4 * 1024 * 1024;
/** A call of a subagent waits until the subagent is done: not for a person. */
const OF_AGENTS: ReadonlySet<string> = new Set(['Agent', 'Task']);

/** `waitingFor` is Claude Code's own word: questions are `input needed`, everything else `permission prompt` (2.1.325). */
export function findWaitingCalls(
  reader: Pick<LogReader, 'items'>,
  { session_id: sessionId, agents }: SessionState,
  waitingFor: string | undefined,
): WaitingAsk[] {
  const running = Object.values(agents).filter(({ state }) => state === 'running');
  const threads = [undefined, ...running.map(({ agent_id }) => agent_id)];
  return threads.flatMap((agentId) => {
    const { items } = reader.items({
      sessionId,
      ...(agentId !== undefined && { agentId }),
      limit: RECENT_ITEMS,
      maxBytes: RECENT_BYTES,
    });
    const isWaiting = (item: ItemOf<'tool'>) =>
      item.finished_at === undefined &&
      !(OF_AGENTS.has(item.name) && running.length > 0) &&
      (item.name === 'AskUserQuestion') === (waitingFor === 'input needed');
    return items
      .filter((item): item is ItemOf<'tool'> => item.kind === 'tool' && isWaiting(item))
      .map(({ tool_use_id, name, input }) => ({
        kind: interactionKindOf(name),
        tool_use_id,
        tool_name: name,
        input: input as Interaction['input'],
        ...(agentId !== undefined && { agent_id: agentId }),
      }));
  });
}
