/** Earlier prompts, recalled with up and down; the current draft comes last. Pure. */

export class PromptHistory {
  #past: readonly string[] = [];
  #at: number | undefined;
  #draft = '';

  /** Oldest first; repeats in a row count once. */
  offer(prompts: readonly string[]): void {
    this.#past = prompts.filter((text, index) => text.trim() !== '' && text !== prompts[index - 1]);
  }

  /** The previous prompt; undefined if there is none. `text` is the current draft. */
  older(text: string): string | undefined {
    if (this.#at === undefined) this.#draft = text;
    const at = (this.#at ?? this.#past.length) - 1;
    const found = this.#past[at];
    if (found !== undefined) this.#at = at;
    return found;
  }

  newer(): string | undefined {
    if (this.#at === undefined) return undefined;
    const at = this.#at + 1;
    this.#at = at >= this.#past.length ? undefined : at;
    return this.#at === undefined ? this.#draft : this.#past[at];
  }

  leave(): void {
    this.#at = undefined;
  }
}
