/** The call that an ask is about, as the editor shows it. An ask without a call stands for itself. */
import type { ToolCall } from '@agentclientprotocol/sdk';
import { askWords } from '../../core/words/ask-words.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { toolCallOf } from '../tools/tool-call.ts';

export function askedCall(ask: Interaction, cwd: string): ToolCall {
  const { id, tool_use_id = id, tool_name, input } = ask;
  const call = toolCallOf({ tool_use_id, name: tool_name ?? '', input }, cwd);
  const title = tool_name === undefined ? { title: askWords(ask, cwd).line } : {};
  return { ...call, ...title, status: 'pending' };
}
