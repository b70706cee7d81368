/** Runs a job so that it never overlaps itself, and once more when it was asked for while it ran. */

export class OneAtATime {
  readonly #job: () => Promise<void>;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(job: () => Promise<void>) {
    this.#job = job;
  }

  /** Resolves when a run that began after this call has ended; rejects with what that run threw. */
  run(): Promise<void> {
    if (this.#running) {
      this.#isAskedAgain = true;
      return this.#running;
    }
    this.#running = this.#loop().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #loop(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      await this.#job();
    } while (this.#isAskedAgain);
  }
}
