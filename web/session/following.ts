/**
 * Whether a list that grows at its end stays there: until somebody leaves the end or opens something to read, and again when
 * they come back, close it or ask for the end.
 */
export class Following {
  #isOn = true;
  #lastOffset = 0;
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

  /** Text that grows takes the end away from under a reader who has not moved: that is not leaving it. */
  scrolled(offset: number, isNear: boolean): void {
    const isBack = offset < this.#lastOffset;
    this.#lastOffset = offset;
    if (isNear && !this.#isRead?.()) this.jumped();
    else if (isBack) {
      this.#isOn = false;
      if (!this.#isRead?.()) this.#isRead = undefined;
    }
  }

  jumped(): void {
    this.#isOn = true;
    this.#isRead = undefined;
  }
}
