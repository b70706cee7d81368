/** Ends the streams of a stopped session, each once it has sent everything up to the session's end. */

export class StreamEnds {
  readonly #streams = new Map<string, Set<StreamEnd>>();

  /**
   * For a stream that starts after this position; `end` is called when it is over. A stream of all sessions
   * never is.
   */
  of(sessionId: string | undefined, after: number, end: () => void): StreamEnd {
    const streams = (sessionId !== undefined && this.#streams.get(sessionId)) || new Set<StreamEnd>();
    const stream = new StreamEnd(after, end, () => {
      streams.delete(stream);
      if (streams.size === 0 && sessionId !== undefined) this.#streams.delete(sessionId);
    });
    if (sessionId !== undefined) this.#streams.set(sessionId, streams.add(stream));
    return stream;
  }

  /** The session was stopped; its last event is at `lastPosition`. */
  stopped(sessionId: string, lastPosition: number): void {
    for (const stream of [...(this.#streams.get(sessionId) ?? [])]) stream.stopAfter(lastPosition);
  }
}

export class StreamEnd {
  readonly #end: () => void;
  /** Call it when the stream is over for any reason. */
  readonly forget: () => void;
  #reported: number;
  #last = Number.POSITIVE_INFINITY;

  constructor(after: number, end: () => void, forget: () => void) {
    this.#reported = after;
    this.#end = end;
    this.forget = forget;
  }

  get isOver(): boolean {
    return this.#reported >= this.#last;
  }

  /** Everything up to this position has been sent. */
  reported(position: number): void {
    this.#reported = position;
    if (this.isOver) this.#end();
  }

  stopAfter(lastPosition: number): void {
    this.#last = lastPosition;
    if (this.isOver) this.#end();
  }
}
