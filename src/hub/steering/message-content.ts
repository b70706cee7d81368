/** What a message says, as blocks that the Messages API takes; everything else is refused by name. */
import { z } from 'zod';
import { ReinsError } from '../../protocol/errors.ts';
import { type ContentBlock, contentBlockSchema, type NewMessage } from '../../protocol/messages.ts';

const ACCEPTED = contentBlockSchema.options.map(({ shape }) => shape.type.value);

/** Throws `unsupported_content` for kinds that the API cannot take, `invalid_request` for what is malformed. */
export function readContent({ text, content }: Pick<NewMessage, 'text' | 'content'>): ContentBlock[] {
  if ((text === undefined) === (content === undefined)) {
    throw new ReinsError('invalid_request', 'A message has either text or content, and one of them.');
  }
  if (text !== undefined) return [{ type: 'text', text }];
  return (content ?? []).map(readBlock);
}

function readBlock(block: unknown, index: number): ContentBlock {
  const { type } = (block ?? {}) as { type?: unknown };
  if (typeof type === 'string' && !(ACCEPTED as string[]).includes(type)) {
    throw new ReinsError(
      'unsupported_content',
      `Claude cannot take "${type}" (content[${index}]). It takes ${ACCEPTED.join(', ')}.`,
      { type, accepted: ACCEPTED },
    );
  }
  const parsed = contentBlockSchema.safeParse(block);
  if (parsed.success) return parsed.data;
  throw new ReinsError(
    'invalid_request',
    `content[${index}] is not well formed: ${z.prettifyError(parsed.error)}`,
  );
}
