/** `reins export`: writes a whole session to a file, or to standard output. */
import { createWriteStream } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReinsError } from '../../protocol/errors.ts';
import { type ExportFormatName, exportFormatSchema } from '../../protocol/export.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printText } from '../print.ts';
import { cleanJson } from '../terminal/clean-text.ts';
import { printIfSlow, READING } from '../terminal/print-if-slow.ts';

export interface ExportOptions {
  readonly format?: string;
  readonly output?: string;
  readonly raw?: boolean;
}

export async function exportCommand(meant: string, { format, output, raw }: ExportOptions): Promise<number> {
  const chosen = chooseFormat(format, output);
  const { client } = findHub(process.env);
  const sessionId = await findSession(client, meant);
  const exported = client.exportSession(sessionId, { format: chosen, ...(raw && { raw }) });
  const stream = await printIfSlow(exported, READING);
  if (output === undefined) await print(stream);
  else await write(stream, resolve(output));
  return EXIT.done;
}

const ENDINGS: Readonly<Record<string, ExportFormatName>> = {
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
  '.md': 'markdown',
  '.markdown': 'markdown',
};

/** Throws `invalid_request`. */
function chooseFormat(format: string | undefined, output: string | undefined): ExportFormatName {
  if (format === undefined) return ENDINGS[extname(output ?? '').toLowerCase()] ?? 'markdown';
  const read = exportFormatSchema.safeParse(format === 'md' ? 'markdown' : format);
  if (read.success) return read.data;
  throw new ReinsError('invalid_request', `There is no format "${format}"; use markdown, html or json.`);
}

/** Only the person who exports a session may read it. */
async function write(stream: ReadableStream<Uint8Array>, file: string): Promise<void> {
  await pipeline(Readable.from(stream), createWriteStream(file, { mode: 0o600 })).catch((error: unknown) => {
    throw new ReinsError('invalid_request', `Cannot write to ${file}: ${(error as Error).message}.`);
  });
  console.error(`Written to ${file}`);
}

/** On a terminal, nothing may remain that it would interpret; markdown and HTML from the hub are clean. */
async function print(stream: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  const isTerminal = process.stdout.isTTY === true;
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true });
    await printText(isTerminal ? cleanJson(text) : text);
  }
}
