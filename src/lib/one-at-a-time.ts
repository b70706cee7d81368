/** Runs a job without overlap, and once more if it is requested while running. */

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

  /** Resolves when a run that started after this call has ended; rejects with that run's error. */
  run(): Promise<void> {
    if (this.#running) {
      this.#isAskedAgain = true;
      return this.#running;
    }
    this.#running = this.#loop();
    return this.#running;
  }

  /** The last check and the end of the run are in the same tick, so any later request starts a new run. */
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
