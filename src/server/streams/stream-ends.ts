/** Ends the streams of one session when it is stopped, each once it has told everything up to the session's end. */

export class StreamEnds {
  readonly #streams = new Map<string, Set<StreamEnd>>();

  /** For a stream that begins after this position; `end` is called when it is over. A stream of all sessions never is. */
  of(sessionId: string | undefined, after: number, end: () => void): StreamEnd {
    const streams = (sessionId !== undefined && this.#streams.get(sessionId)) || new Set<StreamEnd>();
    const stream = new StreamEnd(after, end, () => {
      streams.delete(stream);
      if (streams.size === 0 && sessionId !== undefined) this.#streams.delete(sessionId);
    });
    if (sessionId !== undefined) this.#streams.set(sessionId, streams.add(stream));
    return stream;
  }

  /** The session was stopped; its last event stands at `lastPosition`. */
  stopped(sessionId: string, lastPosition: number): void {
    for (const stream of [...(this.#streams.get(sessionId) ?? [])]) stream.stopAfter(lastPosition);
  }
}

export class StreamEnd {
  readonly #end: () => void;
  /** To be called when the stream is over for whatever reason. */
  readonly forget: () => void;
  #told: number;
  #last = Number.POSITIVE_INFINITY;

  constructor(after: number, end: () => void, forget: () => void) {
    this.#told = after;
    this.#end = end;
    this.forget = forget;
  }

  get isOver(): boolean {
    return this.#told >= this.#last;
  }

  /** Everything up to this position has been told. */
  told(position: number): void {
    this.#told = position;
    if (this.isOver) this.#end();
  }

  stopAfter(lastPosition: number): void {
    this.#last = lastPosition;
    if (this.isOver) this.#end();
  }
}
