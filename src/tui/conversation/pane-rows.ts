/**
 * The rows of a conversation as they stand on the screen: below a call that began a subagent the line of its life, and when
 * that is opened, its own conversation further in. Pure.
 */
import { type Row, toRows } from '../../core/conversation/rows.ts';
import type { Agent, Turn } from '../../protocol/session.ts';

export interface PaneRow {
  /** Stays the same for as long as the row is there. */
  readonly id: string;
  /** How far in: 0 is the conversation of the session itself. */
  readonly depth: number;
  readonly row: Row | AgentRow;
  /** The subagent that it is a row of. */
  readonly inside?: Agent | undefined;
}

/** A subagent, below the call that began it. */
export interface AgentRow {
  readonly kind: 'agent';
  readonly id: string;
  readonly agent: Agent;
  /** Said below it while its conversation is not there. */
  readonly note: string;
}

/** What is known of the conversation of a subagent. */
export interface Thread {
  readonly turns: readonly Turn[] | undefined;
  readonly note: string;
}

/** Undefined when it is not open. */
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
