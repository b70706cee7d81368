/**
 * A place that moves with every event and is saved once a second: saving it each time would cost a transaction per event.
 * After a crash it is a little behind, which is safe for places after which everything may come again.
 */
const SAVE_MS = 1000;

export class SavedSoon<Value> {
  readonly #save: (value: Value) => void;
  readonly #onFailure: (error: unknown) => void;
  #unsaved: { readonly value: Value } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(save: (value: Value) => void, onFailure: (error: unknown) => void) {
    this.#save = save;
    this.#onFailure = onFailure;
  }

  set(value: Value): void {
    this.#unsaved = { value };
    this.#timer ??= setTimeout(() => this.flush(), SAVE_MS).unref();
  }

  /** Saves it now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#unsaved) return;
    try {
      this.#save(this.#unsaved.value);
      this.#unsaved = undefined;
    } catch (error) {
      this.#onFailure(error);
    }
  }
}
