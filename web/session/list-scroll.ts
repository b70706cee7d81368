/**
 * Moves a virtual list to places whose height is an estimate until their rows are rendered and measured. Whatever is still
 * running ends when the reader moves the list.
 */
import type { VListHandle } from 'virtua';

/** The list corrects a scroll for a moment after the last measured row. */
const CORRECTED_MS = 1000;

interface Placing {
  /** Moves the list closer to the place; returns whether it is there. */
  readonly step: (list: VListHandle) => boolean;
  readonly frames: number;
  /** Called once: at the place, after the last frame, or early when the reader moves the list or another scroll begins. */
  readonly ended?: (isEarly: boolean) => void;
}

export class ListScroll {
  readonly #list: () => VListHandle | null;
  #correctedUntil = 0;
  #endPlacing = () => {};

  constructor(list: () => VListHandle | null) {
    this.#list = list;
  }

  toIndex(index: number, align: 'start' | 'center' | 'end'): void {
    this.#endPlacing();
    this.#correctedUntil = performance.now() + CORRECTED_MS;
    this.#list()?.scrollToIndex(index, { align });
  }

  /** Rows that change their height do not move the list. */
  stay(): void {
    this.#endPlacing();
    this.#correctedUntil = performance.now() + CORRECTED_MS;
    const list = this.#list();
    list?.scrollTo(list.scrollOffset);
  }

  /** Calls `step` before each frame. Returns a function that stops without calling `ended`. */
  place({ step, frames, ended }: Placing): () => void {
    this.#endPlacing();
    let frame = 0;
    const stop = () => {
      cancelAnimationFrame(frame);
      if (this.#endPlacing === endEarly) this.#endPlacing = () => {};
    };
    const end = (isEarly: boolean) => {
      stop();
      ended?.(isEarly);
    };
    const endEarly = () => end(true);
    this.#endPlacing = endEarly;
    const next = (left: number) => {
      frame = requestAnimationFrame(() => {
        const list = this.#list();
        this.#correctedUntil = performance.now() + CORRECTED_MS;
        if (!list || step(list) || left <= 1) end(false);
        else next(left - 1);
      });
    };
    next(frames);
    return stop;
  }

  /** The reader moves the list. */
  release(): void {
    this.#endPlacing();
    if (performance.now() >= this.#correctedUntil) return;
    this.#correctedUntil = 0;
    // Only another scroll ends the corrections of the last one; the browser ignores one without an offset.
    this.#list()?.scrollTo(undefined as unknown as number);
  }
}
