/** Runs a job so that it never overlaps itself, and once more when it was asked for while it ran. */

export class OneAtATime {
  readonly #job: () => Promise<void>;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(job: () => Promise<void>) {
    this.#job = job;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when a run that began after this call has ended; rejects with what that run threw. */
  run(): Promise<void> {
    if (this.#running) {
      this.#isAskedAgain = true;
      return this.#running;
    }
    this.#running = this.#loop();
    return this.#running;
  }

  /** Is over in the same moment in which it looks for the last time: who asks after that begins a new one. */
  async #loop(): Promise<void> {
    try {
      do {
        this.#isAskedAgain = false;
        await this.#job();
      } while (this.#isAskedAgain);
    } finally {
      this.#running = undefined;
    }
  }
}
