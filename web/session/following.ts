/**
 * Whether a list that grows at its end stays there: until somebody leaves the end or opens something to read, and again when
 * they come back, close it or ask for the end.
 */
export interface Place {
  readonly offset: number;
  /** How much of the list is on the screen, and how much there is. */
  readonly height: number;
  readonly whole: number;
}

/** Closer to the end than this counts as being there. */
const END_SLACK = 48;

export class Following {
  #isOn = true;
  #last: Place = { offset: 0, height: 0, whole: 0 };
  /** Whether somebody has moved the list since it was last at its end. */
  #isMoved = false;
  /** Whether what was opened at the end is still being read. */
  #isRead: (() => boolean) | undefined;

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Something is opened: rows that come below it must not push it away. `isRead` tells whether it is still open and on the screen. */
  opened(isRead: () => boolean): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#isRead = isRead;
  }

  /** It is closed: as it was before, unless the reader has left the end meanwhile. */
  closed(): void {
    if (this.#isRead) this.jumped();
  }

  /** Somebody moves the list with a wheel or a finger. */
  moved(): void {
    this.#isMoved = true;
  }

  /**
   * Text that grows takes the end away from under a reader who has not moved, and a list that shrinks, or gets more room,
   * is moved back by the browser: neither is leaving the end.
   */
  scrolled(place: Place): void {
    const { offset, height, whole } = place;
    const last = this.#last;
    this.#last = place;
    const isByHand = this.#isMoved || (height === last.height && whole === last.whole);
    if (offset + height >= whole - END_SLACK && !this.#isRead?.()) this.jumped();
    else if (offset < last.offset && isByHand) {
      this.#isOn = false;
      if (!this.#isRead?.()) this.#isRead = undefined;
    }
  }

  jumped(): void {
    this.#isOn = true;
    this.#isMoved = false;
    this.#isRead = undefined;
  }
}
