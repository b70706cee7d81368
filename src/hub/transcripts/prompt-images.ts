/** The images of a prompt, read from the transcript on request: the log only counts them. */
import { openIfThere } from '../../claude/open-transcript.ts';
import { safeTranscriptPath } from '../../claude/transcript-files.ts';
import { imagesIn, type ShownImage } from '../../core/conversation/result-images.ts';
import { recordOf } from '../../lib/json-values.ts';
import { toText } from '../../lib/line-splitter.ts';
import type { PromptImagesQuery } from '../../protocol/prompt-images.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { CHUNK_BYTES } from './transcript-file.ts';

const PROMPT = /^prompt:([\w-]+)$/;

export interface PromptImagesOptions {
  readonly reader: Pick<LogReader, 'session'>;
  readonly configFolder: string;
}

export class PromptImages {
  readonly #options: PromptImagesOptions;

  constructor(options: PromptImagesOptions) {
    this.#options = options;
  }

  /** Empty if the transcript is gone or does not contain them. */
  async of(sessionId: string, { item, position }: PromptImagesQuery): Promise<ShownImage[]> {
    const { reader, configFolder } = this.#options;
    const [, uuid] = PROMPT.exec(item) ?? [];
    const named = reader.session(sessionId)?.observed.transcript_path?.value;
    const path = named === undefined ? undefined : safeTranscriptPath(configFolder, sessionId, named);
    if (uuid === undefined || path === undefined) return [];
    // The position is where the row begins, unless another source reported the prompt first.
    return (await imagesFrom(path, uuid, position)) ?? (await imagesFrom(path, uuid, 0)) ?? [];
  }
}

/** Undefined if there is no such prompt from there on. */
async function imagesFrom(path: string, uuid: string, from: number): Promise<ShownImage[] | undefined> {
  const transcript = openIfThere(path);
  if (!transcript || !Number.isSafeInteger(from) || from > transcript.size) return undefined;
  try {
    for (const { lines } of transcript.read(CHUNK_BYTES, from)) {
      for (const line of lines) {
        const images = line.bytes.includes(uuid) ? imagesOfRow(toText(line).text, uuid) : undefined;
        if (images) return images;
      }
      // A long transcript must not block other requests.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    transcript.close();
  }
  return undefined;
}

function imagesOfRow(line: string, uuid: string): ShownImage[] | undefined {
  try {
    const row = recordOf(JSON.parse(line));
    return row['uuid'] === uuid ? imagesIn(recordOf(row['message'])['content']) : undefined;
  } catch {
    return undefined;
  }
}
