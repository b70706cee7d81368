/** Server-sent events on the wire. */

export interface SseFrame {
  readonly id?: string | undefined;
  readonly event: string;
  /** JSON. */
  readonly data: string;
  /** The data has the name of the event as its `type`. */
  readonly isTyped?: boolean;
}

/** How a frame is written. */
export type WriteSse = (frame: SseFrame) => string;

/** A newline inside the data starts another `data:` line; readers restore the `\n`. */
export function sseFrame({ id, event, data }: SseFrame): string {
  return `${idLine(id)}event: ${event}\n${dataLines(data)}\n\n`;
}

/** A plain message, which an `EventSource` passes to `onmessage`: the type is in the data instead of an `event:` line. */
export function plainSseFrame({ id, event, data, isTyped }: SseFrame): string {
  const typed = isTyped ? data : `{"type":${JSON.stringify(event)},"data":${data}}`;
  return `${idLine(id)}${dataLines(typed)}\n\n`;
}

function idLine(id: string | undefined): string {
  return id === undefined ? '' : `id: ${id}\n`;
}

function dataLines(data: string): string {
  return `data: ${/[\r\n]/.test(data) ? data.split(/\r\n|\n|\r/).join('\ndata: ') : data}`;
}

/** A heartbeat that readers do not report. */
export const SSE_HEARTBEAT = ': heartbeat\n\n';

/** Moves the reader's resume point without an event. */
export function sseMove(id: string): string {
  return `id: ${id}\n\n`;
}
