/** The images in the result of a tool call. Pure. */
import { recordOf } from '../../lib/json-values.ts';

export interface ShownImage {
  readonly media_type: string;
  /** Base64. */
  readonly data: string;
}

/** What a browser shows without running anything. */
const TYPES: ReadonlySet<unknown> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MOST = 20;

/** The images among blocks of the Messages API, or of an MCP server. */
export function imagesIn(blocks: unknown): ShownImage[] {
  if (!Array.isArray(blocks)) return [];
  return blocks.flatMap(readImage).slice(0, MOST);
}

function readImage(block: unknown): ShownImage[] {
  const { type, source, data: own, mimeType } = recordOf(block);
  if (type !== 'image') return [];
  const { data = own, media_type = mimeType } = recordOf(source);
  const isShown = typeof data === 'string' && data !== '' && TYPES.has(media_type);
  return isShown ? [{ media_type: String(media_type), data }] : [];
}
