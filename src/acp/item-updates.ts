/** Items of a conversation as updates: how history is told to an editor that opens a session. */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Item, ItemOf, Turn } from '../protocol/session.ts';
import { textBlock } from './text-block.ts';
import { isTaskNote, toolCallOf } from './tools/tool-call.ts';

/** Words that no person has said, such as the notice that a task in the background has ended. */
const BY_MACHINE: ReadonlySet<string> = new Set(['task-notification', 'system', 'agent']);

/** A turn that no longer counts, since the conversation was taken up again before it, is left out. */
export function turnUpdates({ prompt, items }: Turn, cwd: string): SessionUpdate[] {
  if (prompt?.kind === 'prompt' && prompt.abandoned) return [];
  return [...(prompt ? [prompt] : []), ...items].flatMap((item) => itemUpdates(item, cwd));
}

function itemUpdates(item: Item, cwd: string): SessionUpdate[] {
  switch (item.kind) {
    case 'prompt':
      return promptUpdates(item);
    case 'text':
      return [{ sessionUpdate: 'agent_message_chunk', content: textBlock(item.text), messageId: item.id }];
    case 'thinking':
      return [{ sessionUpdate: 'agent_thought_chunk', content: textBlock(item.text), messageId: item.id }];
    case 'tool':
      return isTaskNote(item.name) ? [] : [{ sessionUpdate: 'tool_call', ...toolCallOf(item, cwd) }];
    case 'command':
      return [
        userChunk(item.id, `${item.name} ${item.args}`.trim()),
        ...(item.output ? [commandOutput(item.id, item.output)] : []),
      ];
    case 'error':
      return [errorUpdate(item.id, item.message)];
    default:
      return [];
  }
}

export function promptUpdates({
  id,
  text,
  origin,
  images,
}: Pick<ItemOf<'prompt'>, 'id' | 'text' | 'origin' | 'images'>): SessionUpdate[] {
  if (BY_MACHINE.has(origin)) return [];
  const pictures = images > 0 ? `[${images === 1 ? 'an image' : `${images} images`}]` : '';
  const words = [text, pictures].filter(Boolean).join('\n');
  return words === '' ? [] : [userChunk(id, words)];
}

export function userChunk(messageId: string, text: string): SessionUpdate {
  return { sessionUpdate: 'user_message_chunk', content: textBlock(text), messageId };
}

export function commandOutput(item: string, text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: textBlock(text), messageId: `${item}:output` };
}

export function errorUpdate(messageId: string, message: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: textBlock(message), messageId };
}
