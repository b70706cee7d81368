/** What a call has answered, as content to show. */
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { type ToolShape, toolWords } from '../../core/words/tool-words.ts';
import type { ItemOf } from '../../protocol/session.ts';
import { cut, fenced, toolText } from '../text-block.ts';

type Tool = Pick<ItemOf<'tool'>, 'name' | 'input' | 'result'>;

/** These answer with prose; everything else with the output of a program or the lines of a file. */
const PROSE: ReadonlySet<ToolShape> = new Set(['agent', 'web', 'ask', 'plan', 'server', 'other']);

export function outputOf({ name, input, result }: Tool): ToolCallContent[] {
  const isProse = PROSE.has(toolWords(name, input).shape);
  return blocksOf(result).flatMap((block): ToolCallContent[] => {
    if (typeof block === 'string') {
      if (block.trim() === '') return [];
      return [toolText(isProse ? cut(block) : fenced(block))];
    }
    return [{ type: 'content', content: { type: 'image', ...block } }];
  });
}

type Block = string | { readonly data: string; readonly mimeType: string };

/** A result is a text, or blocks of the Messages API. */
function blocksOf(result: unknown): Block[] {
  if (typeof result === 'string') return [result];
  if (!Array.isArray(result)) return [];
  return result.flatMap((block: unknown): Block[] => {
    const { type, text, source } = (block ?? {}) as Record<string, unknown>;
    if (type === 'text' && typeof text === 'string') return [text];
    const { data, media_type: mimeType } = (source ?? {}) as Record<string, unknown>;
    const isPicture = type === 'image' && typeof data === 'string' && typeof mimeType === 'string';
    return isPicture ? [{ data, mimeType }] : [];
  });
}
