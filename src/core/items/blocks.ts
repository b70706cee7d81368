/** Creates the blocks of an export from text; none for empty text. */
import type { Block } from '../export/entry.ts';

export function markdownBlocks(text: string): Block[] {
  return text === '' ? [] : [{ kind: 'markdown', text }];
}

export function codeBlocks(text: string): Block[] {
  return text === '' ? [] : [{ kind: 'code', text }];
}
