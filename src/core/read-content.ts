/**
 * Validates the content of a prompt before it is accepted: one invalid image in a conversation makes every
 * later request fail, so whatever the Messages API would refuse is refused here with an explanation.
 */
import { recordOf } from '../lib/json-values.ts';
import { describeIssues } from '../protocol/describe-issues.ts';
import { ReinsError } from '../protocol/errors.ts';
import { type ContentBlock, contentBlockSchema, type NewMessage } from '../protocol/messages.ts';
import { HEAD_BYTES, imageTypeOf } from './image-type.ts';

/** The Messages API's limit per image. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const ACCEPTED =
  'Supported content: text, images (PNG, JPEG, GIF or WebP) and documents (PDF or plain text), in blocks of type "text", "image" and "document".';

/** Throws `invalid_request`, `unsupported_content` or `too_large`. */
export function readContent({ text, content }: Pick<NewMessage, 'text' | 'content'>): ContentBlock[] {
  if ((text === undefined) === (content === undefined)) {
    throw invalid('Send either "text" or "content", not both.', ['text', 'content']);
  }
  const blocks = content?.map(readBlock) ?? [{ type: 'text' as const, text: text ?? '' }];
  if (blocks.every((block) => block.type === 'text' && block.text.trim() === '')) {
    throw invalid('The message is empty.', [content ? 'content' : 'text']);
  }
  return blocks;
}

function readBlock(raw: unknown, index: number): ContentBlock {
  const type = recordOf(raw)['type'];
  const where = `content.${index}`;
  if (!TYPES.has(type)) {
    const what =
      typeof type === 'string' ? `A block of type ${JSON.stringify(type)}` : 'A block without a type';
    throw unsupported(index, `${where}: ${what} cannot be sent to Claude. ${ACCEPTED}`);
  }
  const media = recordOf(recordOf(raw)['source'])['media_type'];
  if (media !== undefined && !MEDIA[String(type)]?.has(String(media))) {
    throw unsupported(
      index,
      `${where}: ${JSON.stringify(media)} cannot be sent as ${String(type)}. ${ACCEPTED}`,
    );
  }
  const parsed = contentBlockSchema.safeParse(raw);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({
      ...issue,
      path: ['content', index, ...issue.path],
    }));
    throw invalid(describeIssues(issues), [where]);
  }
  checkImage(parsed.data, index);
  return parsed.data;
}

const TYPES: ReadonlySet<unknown> = new Set(['text', 'image', 'document']);

const MEDIA: Readonly<Record<string, ReadonlySet<string>>> = {
  image: new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  document: new Set(['application/pdf', 'text/plain']),
};

function checkImage(block: ContentBlock, index: number): void {
  if (block.type !== 'image' || block.source.type !== 'base64') return;
  const { data, media_type } = block.source;
  const bytes = bytesOf(data);
  if (bytes > MAX_IMAGE_BYTES) {
    throw new ReinsError(
      'too_large',
      `content.${index}: An image may have at most ${MAX_IMAGE_BYTES} bytes; this one has ${bytes}. Send a smaller one.`,
      { index, bytes, max_bytes: MAX_IMAGE_BYTES },
    );
  }
  if (imageTypeOf(atob(data.slice(0, HEAD_BASE64))) !== media_type) {
    throw unsupported(index, `content.${index}: The data is not ${media_type}, although declared as such.`);
  }
}

/** Enough base64 to contain the first bytes. */
const HEAD_BASE64 = Math.ceil(HEAD_BYTES / 3) * 4;

/** The number of bytes that the base64 text encodes. */
function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

function invalid(message: string, fields: string[]): ReinsError {
  return new ReinsError('invalid_request', message, { in: 'json', fields });
}

function unsupported(index: number, message: string): ReinsError {
  const accepted = { blocks: ['text', 'image', 'document'], images: [...(MEDIA['image'] ?? [])] };
  return new ReinsError('unsupported_content', message, { index, accepted });
}
