/** The result of a tool call as text: strings verbatim, blocks joined, images counted. */
import type { ItemOf } from '../../protocol/conversation.ts';

export function resultText({ result, details }: Pick<ItemOf<'tool'>, 'result' | 'details'>): string {
  const { stdout, stderr } = (details ?? {}) as { stdout?: unknown; stderr?: unknown };
  if (typeof stdout === 'string' && typeof stderr === 'string') {
    return [stdout, stderr].filter((part) => part !== '').join('\n');
  }
  return joinBlocks(result);
}

function joinBlocks(result: unknown): string {
  if (result === undefined || result === null) return '';
  if (typeof result === 'string') return result;
  if (!Array.isArray(result)) return JSON.stringify(result, null, 2);
  return result.map(blockText).join('\n');
}

function blockText(block: unknown): string {
  const { type, text } = (block ?? {}) as { type?: unknown; text?: unknown };
  if (type === 'text' && typeof text === 'string') return text;
  return type === 'image' ? '[a picture]' : JSON.stringify(block, null, 2);
}
