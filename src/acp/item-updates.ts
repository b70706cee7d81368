/** Converts items to updates: the history for an editor that opens a session. */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { EditorPart } from '../core/items/item-kind.ts';
import { itemKindOf } from '../core/items/item-kinds.ts';
import { promptForEditor } from '../core/items/prompt.ts';
import type { Turn } from '../protocol/session.ts';
import { textBlock } from './text-block.ts';
import { isTaskNote, toolCallOf } from './tools/tool-call.ts';

/** Omits a turn that no longer counts because the conversation was rewound to before it. */
export function turnUpdates({ prompt, items }: Turn, cwd: string): SessionUpdate[] {
  if (prompt?.kind === 'prompt' && prompt.abandoned) return [];
  return [...(prompt ? [prompt] : []), ...items].flatMap((item) =>
    itemKindOf(item)
      .editor(item)
      .flatMap((part) => partUpdates(part, cwd)),
  );
}

function partUpdates(part: EditorPart, cwd: string): SessionUpdate[] {
  if (!('tool' in part)) return [chunk(part)];
  return isTaskNote(part.tool.name) ? [] : [{ sessionUpdate: 'tool_call', ...toolCallOf(part.tool, cwd) }];
}

export function promptUpdates(prompt: Parameters<typeof promptForEditor>[0]): SessionUpdate[] {
  return promptForEditor(prompt).flatMap((part) => partUpdates(part, ''));
}

const CHUNKS = {
  user: 'user_message_chunk',
  agent: 'agent_message_chunk',
  thought: 'agent_thought_chunk',
} as const;

export function chunk({ from, id, text }: Extract<EditorPart, { from: string }>): SessionUpdate {
  return { sessionUpdate: CHUNKS[from], content: textBlock(text), messageId: id };
}
