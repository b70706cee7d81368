/** Files that people add to a prompt: downloaded from Slack, and only from there, since the download carries the token. */
import { HEAD_BYTES, imageTypeOf } from '../../core/image-type.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ContentBlock } from '../../protocol/messages.ts';

export interface SharedFile {
  readonly name: string;
  readonly mimetype: string;
  readonly size: number;
  readonly url: string;
}

const LARGEST = 10 * 1024 * 1024;
const MOST_TEXT = 200_000;
const TEXT = /^text\/|^application\/(?:json|xml|x-yaml|javascript|x-sh)$/;

export interface FilesOptions {
  readonly token: string;
  /** Where Slack keeps files. */
  readonly origin: string;
}

/** The blocks of a prompt. Throws `unsupported_content` for a file that Claude does not accept. */
export async function readSharedFiles(
  files: readonly SharedFile[],
  options: FilesOptions,
): Promise<ContentBlock[]> {
  const blocks: ContentBlock[] = [];
  for (const file of files) blocks.push(await readFile(file, options));
  return blocks;
}

async function readFile(file: SharedFile, options: FilesOptions): Promise<ContentBlock> {
  const { name, mimetype, size } = file;
  if (size > LARGEST) throw unsupported(`${name} is larger than 10 MB.`);
  const isText = TEXT.test(mimetype);
  if (!isText && mimetype !== 'application/pdf' && !mimetype.startsWith('image/'))
    throw unsupported(`${name} (${mimetype || 'unknown type'}) cannot be sent to Claude.`);
  const bytes = await download(file, options);
  if (isText) {
    const text = bytes.toString('utf8');
    if (text.length > MOST_TEXT) throw unsupported(`${name} is too long.`);
    return { type: 'text', text: `<file name="${name.replaceAll('"', "'")}">\n${text}\n</file>` };
  }
  const data = bytes.toString('base64');
  if (mimetype === 'application/pdf')
    return { type: 'document', source: { type: 'base64', media_type: mimetype, data }, title: name };
  const media_type = imageTypeOf(bytes.toString('latin1', 0, HEAD_BYTES));
  if (!media_type) throw unsupported(`${name} is not an image that Claude accepts.`);
  return { type: 'image', source: { type: 'base64', media_type, data } };
}

async function download({ name, url }: SharedFile, { token, origin }: FilesOptions): Promise<Buffer> {
  if (!URL.canParse(url) || new URL(url).origin !== origin) {
    throw unsupported(`${name} is not stored in Slack, so it was not downloaded.`);
  }
  // A redirect could lead the token elsewhere.
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, redirect: 'error' });
  if (!response.ok) throw unsupported(`${name} could not be downloaded (status ${response.status}).`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > LARGEST) throw unsupported(`${name} is larger than 10 MB.`);
  return bytes;
}

function unsupported(message: string): ReinsError {
  return new ReinsError(
    'unsupported_content',
    `${message} The prompt was not sent. Text, images and PDF files are supported.`,
  );
}
