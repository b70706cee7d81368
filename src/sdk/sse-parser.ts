/**
 * Parses server-sent events from bytes, as framed by the HTML standard. Works on bytes, so a character split
 * between two chunks is whole again, and in time linear in the input. Does not interpret the messages.
 *
 * Two things differ from a browser's EventSource because resuming needs them: a message has an id only if it
 * arrived with one, and a block without data is yielded as well, since it may move the resume id.
 */

export interface SseMessage {
  /** Present only if this very message had an `id:` line. */
  readonly id?: string;
  /** The `event:` line; `message` if there was none. */
  readonly event: string;
  /** The `data:` lines joined by newlines; absent if there were none. */
  readonly data?: string;
}

const LINE_END = /\r\n|\n|\r/g;

export class SseParser {
  readonly #decoder = new TextDecoder();
  /** The parts of the incomplete line. */
  #line: string[] = [];
  #endedInCarriageReturn = false;
  #block: { id?: string; event?: string; data?: string[] } = {};

  /**
   * Accepts the next bytes and returns the messages they completed. An incomplete message at the end is never
   * returned.
   */
  push(bytes: Uint8Array): SseMessage[] {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (text === '') return [];
    // The `\n` of a `\r\n` that was split between two chunks: its line has already ended.
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
    // Comments have an empty field name; `retry` is ignored in favour of our own backoff.
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
