/** The tool call of an interaction, and the calls that a session may be waiting with. */
import { interactionKindOf } from '../adapters/interaction-kind.ts';
import { isEqual } from '../core/same-fact.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { LogReader } from '../store/log-reader.ts';
import type { ToolCall } from './evidence.ts';

type ItemReader = Pick<LogReader, 'items'>;

/** How far back to search for calls. */
const RECENT = { limit: 60, maxBytes: 4 * 1024 * 1024 };
/** A call of a subagent waits for the subagent, not for a person. */
const OF_AGENTS: ReadonlySet<string> = new Set(['Agent', 'Task']);

/** A permission request names no tool call: the oldest unclaimed one with the same tool and input is meant. */
export function findCall(reader: ItemReader, state: SessionState, one: Interaction): ToolCall | undefined {
  const { kind, tool_use_id, tool_name, agent_id, input, opened_at } = one;
  const calls = recentCalls(reader, state.session_id, agent_id);
  if (tool_use_id) return calls.find((call) => call.tool_use_id === tool_use_id);
  const wasRunning = ({ finished_at }: ToolCall) => finished_at === undefined || finished_at >= opened_at;
  if (kind === 'elicitation') {
    // A form names only its server: its call is certain if just one of that server was running.
    const server = String(input['mcp_server_name']).replace(/[^A-Za-z0-9_-]/g, '_');
    const ofServer = calls.filter(({ name, at }) => name.startsWith(`mcp__${server}__`) && at <= opened_at);
    const [only, ...more] = ofServer.filter(wasRunning);
    return more.length === 0 ? only : undefined;
  }
  const claimed = new Set(Object.values(state.interactions).map((other) => other.tool_use_id));
  return calls.find(
    (call) =>
      call.name === tool_name &&
      !claimed.has(call.tool_use_id) &&
      wasRunning(call) &&
      isEqual(call.input, input),
  );
}

export interface WaitingInteraction extends Pick<Interaction, 'kind' | 'input'> {
  readonly tool_use_id?: string;
  readonly tool_name?: string;
  readonly agent_id?: string;
}

/**
 * The calls without a result. `waitingFor` is Claude Code's own term: questions are `input needed`,
 * everything else `permission prompt` (2.1.325).
 */
export function findWaitingCalls(
  reader: ItemReader,
  { session_id: sessionId, agents }: SessionState,
  waitingFor: string | undefined,
): WaitingInteraction[] {
  const running = Object.values(agents).filter(({ state }) => state === 'running');
  const isWaiting = ({ name, finished_at }: ToolCall) =>
    finished_at === undefined &&
    !(OF_AGENTS.has(name) && running.length > 0) &&
    (name === 'AskUserQuestion') === (waitingFor === 'input needed');
  return [undefined, ...running.map(({ agent_id }) => agent_id)].flatMap((agentId) =>
    recentCalls(reader, sessionId, agentId)
      .filter(isWaiting)
      .map(({ tool_use_id, name, input }) => ({
        kind: interactionKindOf(name),
        tool_use_id,
        tool_name: name,
        input: input as Interaction['input'],
        ...(agentId !== undefined && { agent_id: agentId }),
      })),
  );
}

function recentCalls(reader: ItemReader, sessionId: string, agentId: string | undefined): ToolCall[] {
  const { items } = reader.items({ sessionId, ...RECENT, ...(agentId && { agentId }) });
  return items.filter((item): item is ToolCall => item.kind === 'tool');
}
