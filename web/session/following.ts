/**
 * Whether a growing list follows its end: until the reader leaves the end or opens a row, and again when they return, close
 * it or jump to the end.
 */
export interface Place {
  readonly offset: number;
  /** The visible height, and the total height. */
  readonly height: number;
  readonly whole: number;
}

/** Closer to the end than this counts as being there. */
const END_SLACK = 48;

export class Following {
  #isOn = true;
  #last: Place = { offset: 0, height: 0, whole: 0 };
  /** Whether the reader has moved the list since it was last at its end. */
  #isMoved = false;
  /** Whether the row opened at the end is still being read. */
  #isRead: (() => boolean) | undefined;

  get isOn(): boolean {
    return this.#isOn;
  }

  /** A row was opened: new rows must not push it away. `isRead` returns whether it is still open and visible. */
  opened(isRead: () => boolean): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#isRead = isRead;
  }

  /** The row was closed: follows again, unless the reader has left the end meanwhile. */
  closed(): void {
    if (this.#isRead) this.jumped();
  }

  /** The reader moves the list with a finger, or up with a wheel or a key. */
  moved(): void {
    this.#isMoved = true;
  }

  /**
   * Growing text moves the end away from a reader who has not scrolled, and the browser moves a list that shrinks or gets
   * more room: neither counts as leaving the end.
   */
  scrolled(place: Place): void {
    const { offset, height, whole } = place;
    const last = this.#last;
    this.#last = place;
    const isByHand = this.#isMoved || (height === last.height && whole === last.whole);
    const isLeaving = offset < last.offset && isByHand;
    if (offset + height >= whole - END_SLACK && !this.#isRead?.()) {
      // The first steps away from the end are short.
      if (!(this.#isOn && isLeaving)) this.jumped();
    } else if (isLeaving) {
      this.#isOn = false;
      if (!this.#isRead?.()) this.#isRead = undefined;
    }
  }

  /** The reader goes to another place. */
  left(): void {
    this.#isOn = false;
    this.#isRead = undefined;
  }

  jumped(): void {
    this.#isOn = true;
    this.#isMoved = false;
    this.#isRead = undefined;
  }
}
