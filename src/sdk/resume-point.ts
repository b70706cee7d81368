/**
 * The position of a stream: the id to resume from, and whether a message was seen before. Ids have the form
 * `<epoch>.<position>`; positions grow within an epoch. Ensures that a subscription never repeats; the hub's
 * log ensures that it never skips.
 */

export class ResumePoint {
  #id: string | undefined;
  /**
   * Kinds of messages seen at the current id, since one fact may arrive as an event and as a question.
   * Undefined if all of them were seen.
   */
  #seenHere: Set<string> | undefined;
  #isVoid = false;

  constructor(id?: string) {
    this.#id = id;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** Moves to the message and returns whether it is new. A message without an id always is. */
  take(id: string | undefined, type: string): boolean {
    if (id === undefined) return true;
    if (!this.#isVoid && this.#id !== undefined && isBefore(id, this.#id)) return false;
    if (!this.#isVoid && id === this.#id) {
      if (!this.#seenHere || this.#seenHere.has(type)) return false;
      this.#seenHere.add(type);
      return true;
    }
    this.moveTo(id);
    this.#seenHere = new Set([type]);
    return true;
  }

  /** Everything up to this id was seen. */
  moveTo(id: string): void {
    this.#id = id;
    this.#seenHere = undefined;
    this.#isVoid = false;
  }

  /**
   * The hub does not know our id: whatever comes next is new. The id stays until another arrives, so that a
   * connection lost in between gets the same reset again rather than a gap.
   */
  declareVoid(): void {
    this.#isVoid = true;
  }
}

/** False for ids that cannot be compared: a message that is not known to be old is new. */
function isBefore(id: string, other: string): boolean {
  const [a, b] = [split(id), split(other)];
  return a.epoch === b.epoch && a.position < b.position;
}

function split(id: string): { epoch: string; position: number } {
  const dot = id.lastIndexOf('.');
  return { epoch: id.slice(0, Math.max(0, dot)), position: Number(id.slice(dot + 1)) };
}
