/**
 * Server-sent events from bytes to messages, as the HTML standard frames them. Works on bytes, so a character split over
 * two chunks is whole again, and in time linear in the input. Knows nothing of what the messages mean.
 *
 * Two things differ from a browser's EventSource because resuming needs them: a message carries an id only if it came
 * with one, and a block without data is told as well, since it may move the resume id.
 */

export interface SseMessage {
  /** Present only when this very message had an `id:` line. */
  readonly id?: string;
  /** The `event:` line; `message` when there was none. */
  readonly event: string;
  /** The `data:` lines joined by newlines; absent when there were none. */
  readonly data?: string;
}

const LINE_END = /\r\n|\n|\r/g;

export class SseParser {
  readonly #decoder = new TextDecoder();
  /** The parts of the line that has not ended yet. */
  #line: string[] = [];
  #endedInCarriageReturn = false;
  #block: { id?: string; event?: string; data?: string[] } = {};

  /** Takes the next bytes and returns the messages they completed. What is incomplete at the end is never told. */
  push(bytes: Uint8Array): SseMessage[] {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (text === '') return [];
    // The `\n` of a `\r\n` that was split over two chunks: its line has ended already.
    if (this.#endedInCarriageReturn && text.startsWith('\n')) text = text.slice(1);
    this.#endedInCarriageReturn = text.endsWith('\r');

    const messages: SseMessage[] = [];
    let from = 0;
    for (const { 0: end, index } of text.matchAll(LINE_END)) {
      this.#line.push(text.slice(from, index));
      const message = this.#takeLine(this.#line.join(''));
      if (message) messages.push(message);
      this.#line = [];
      from = index + end.length;
    }
    if (from < text.length) this.#line.push(text.slice(from));
    return messages;
  }

  #takeLine(line: string): SseMessage | undefined {
    if (line === '') return this.#endBlock();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') {
      this.#block.data ??= [];
      this.#block.data.push(value);
    } else if (field === 'event') this.#block.event = value;
    else if (field === 'id' && !value.includes('\0')) this.#block.id = value;
    // Comments have an empty field name; `retry` is the server's wish, and our backoff is our own.
    return undefined;
  }

  #endBlock(): SseMessage | undefined {
    const { id, event, data } = this.#block;
    this.#block = {};
    if (id === undefined && event === undefined && data === undefined) return undefined;
    return {
      ...(id !== undefined && { id }),
      event: event || 'message',
      ...(data && { data: data.join('\n') }),
    };
  }
}
