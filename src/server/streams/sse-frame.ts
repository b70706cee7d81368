/** Server-sent events on the wire. */

export interface SseFrame {
  readonly id?: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** A newline inside the data starts another `data:` line; readers restore the `\n`. */
export function sseFrame({ id, event, data }: SseFrame): string {
  const lines = /[\r\n]/.test(data) ? data.split(/\r\n|\n|\r/).join('\ndata: ') : data;
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${lines}\n\n`;
}

/** A heartbeat that readers do not report. */
export const SSE_HEARTBEAT = ': heartbeat\n\n';

/** Moves the reader's resume point without an event. */
export function sseMove(id: string): string {
  return `id: ${id}\n\n`;
}
