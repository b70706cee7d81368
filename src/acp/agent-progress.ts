/** The work of subagents, shown in the call that started them: the protocol has no nested conversations. */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { ReinsEvent } from '../protocol/events.ts';
import { toolText } from './text-block.ts';
import { titleOf } from './tools/tool-call.ts';

const SHOWN = 5;

export class AgentProgress {
  /** The call that started each subagent. */
  readonly #calls = new Map<string, string>();
  readonly #done = new Map<string, string[]>();

  event(event: ReinsEvent, cwd: string): SessionUpdate[] {
    if (event.type === 'agent_started' || event.type === 'agent_described') {
      if (event.tool_use_id !== undefined) this.#calls.set(event.subagent_id, event.tool_use_id);
      return [];
    }
    const { agent_id } = event;
    if (event.type !== 'tool_started' || agent_id === undefined) return [];
    const toolCallId = this.#calls.get(agent_id);
    if (toolCallId === undefined) return [];
    const done = [...(this.#done.get(agent_id) ?? []), titleOf(event.name, event.input, cwd)];
    this.#done.set(agent_id, done);
    const earlier = done.length > SHOWN ? [`${done.length - SHOWN} earlier steps`] : [];
    const lines = [...earlier, ...done.slice(-SHOWN)].map((line) => `- ${line}`);
    return [{ sessionUpdate: 'tool_call_update', toolCallId, content: [toolText(lines.join('\n'))] }];
  }
}
