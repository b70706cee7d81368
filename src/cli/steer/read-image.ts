/** A picture on disk as a block of a message. What it is shows in its first bytes, not in its name. */
import { readFileSync } from 'node:fs';
import { HEAD_BYTES, imageTypeOf } from '../../core/image-type.ts';
import { ReinsError } from '../../protocol/errors.ts';

/** Throws `invalid_request` for a file that cannot be read, `unsupported_content` for one that is no picture. */
export function readImage(file: string): object {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new ReinsError('invalid_request', `${file} cannot be read (${(error as Error).message}).`, {
      file,
    });
  }
  const media_type = imageTypeOf(bytes.toString('latin1', 0, HEAD_BYTES));
  if (!media_type) {
    throw new ReinsError('unsupported_content', `${file} is no PNG, JPEG, GIF or WebP image.`, { file });
  }
  return { type: 'image', source: { type: 'base64', media_type, data: bytes.toString('base64') } };
}
