/**
 * The rows of a conversation on the screen: below a call that started a subagent its status line, and if that is open, its
 * conversation, indented. Pure.
 */
import { type Row, toRows } from '../../core/conversation/rows.ts';
import type { Agent, Turn } from '../../protocol/session.ts';

export interface PaneRow {
  /** Stable while the row exists. */
  readonly id: string;
  /** Nesting level: 0 is the conversation of the session itself. */
  readonly depth: number;
  readonly row: Row | AgentRow;
  /** The subagent that the row belongs to. */
  readonly inside?: Agent | undefined;
}

/** A subagent, below the call that started it. */
export interface AgentRow {
  readonly kind: 'agent';
  readonly id: string;
  readonly agent: Agent;
  /** Shown below it until its conversation is loaded. */
  readonly note: string;
}

/** The known part of a subagent's conversation. */
export interface Thread {
  readonly turns: readonly Turn[] | undefined;
  readonly note: string;
}

/** Undefined if it is not open. */
export type ThreadOf = (agent: Agent, rowId: string) => Thread | undefined;

export function paneRows(rows: readonly Row[], agents: readonly Agent[], threadOf: ThreadOf): PaneRow[] {
  const byCall = new Map(agents.map((agent) => [agent.tool_use_id, agent]));
  const lay = (own: readonly Row[], depth: number, inside?: Agent): PaneRow[] =>
    own.flatMap((row) => {
      const id = inside ? `${inside.agent_id}/${row.id}` : row.id;
      const shown = { id, depth, row, inside };
      const agent = row.kind === 'item' && row.item.kind === 'tool' && byCall.get(row.item.tool_use_id);
      return agent ? [shown, ...below(agent, depth + 1)] : [shown];
    });
  const below = (agent: Agent, depth: number): PaneRow[] => {
    const id = `agent:${agent.agent_id}`;
    const thread = threadOf(agent, id);
    const life: PaneRow = { id, depth, row: { kind: 'agent', id, agent, note: thread?.note ?? '' } };
    if (!thread?.turns) return [life];
    return [life, ...lay(toRows({ turns: thread.turns }), depth + 1, agent)];
  };
  return lay(rows, 0);
}
