/** Turns pages of the log into bytes of a stream, in the requested format. */
import type { Epochs } from '../../hub/fleet/log-place.ts';
import type { StreamQuery } from '../../protocol/api.ts';
import type { Reader, StoredEvent } from '../server-deps.ts';
import { QuestionFrames } from './question-frames.ts';
import { toResumeId } from './resume-id.ts';
import { sseFrame, type WriteSse } from './sse-frame.ts';

type Page = readonly StoredEvent[];
/** The frames of a page in a few pieces, none of them much larger than a socket's buffer unless one event is. */
export type PageToSse = (page: Page) => Buffer[];

const PIECE = 64 * 1024;

export function pageToSse(
  { epochs, reader }: { readonly epochs: Epochs; readonly reader: Reader },
  { raw, questions, write }: Pick<StreamQuery, 'raw' | 'questions'> & { readonly write: WriteSse },
): PageToSse {
  if (raw === 'hook') return (page) => toPieces(page, (stored) => hookFrame(epochs, stored, write));
  if (!questions) return (page) => toPieces(page, (stored) => eventFrame(epochs, stored, write));
  const frames = new QuestionFrames(reader);
  return (page) =>
    toPieces(page, (stored) => {
      // Without an id, and before the event that has one: a connection that ends in between loses neither.
      const news = frames.report(stored);
      const reported = news ? write({ event: news.event, data: JSON.stringify(news.data) }) : '';
      return reported + eventFrame(epochs, stored, write);
    });
}

/** The feed passes the same event to all subscribers: it is framed once for all of them. */
const framed = new WeakMap<StoredEvent, string>();

function eventFrame(epochs: Epochs, stored: StoredEvent, write: WriteSse): string {
  const known = write === sseFrame ? framed.get(stored) : undefined;
  if (known !== undefined) return known;
  const { type, json } = stored;
  const frame = write({ id: toResumeId(epochs, stored), event: type, data: json, isTyped: true });
  if (write === sseFrame) framed.set(stored, frame);
  return frame;
}

function hookFrame(epochs: Epochs, stored: StoredEvent, write: WriteSse): string {
  const { type, raw } = stored;
  if (type !== 'hook_received' || raw === undefined) return '';
  return write({ id: toResumeId(epochs, stored), event: 'hook', data: raw });
}

function toPieces(page: Page, frameOf: (stored: StoredEvent) => string): Buffer[] {
  const pieces: Buffer[] = [];
  let piece = '';
  for (const stored of page) {
    piece += frameOf(stored);
    if (piece.length < PIECE) continue;
    pieces.push(Buffer.from(piece));
    piece = '';
  }
  if (piece !== '') pieces.push(Buffer.from(piece));
  return pieces;
}
