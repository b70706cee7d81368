/** Splits a growing text into blocks. Finished blocks stay the same; only the end is parsed again. */

export class GrowingBlocks {
  readonly #split: (text: string) => string[];
  #text = '';
  #finished: string[] = [];
  #tailFrom = 0;

  constructor(split: (text: string) => string[]) {
    this.#split = split;
  }

  /** The blocks of the whole text. Unchanged blocks are the same strings as before. */
  update(text: string): readonly string[] {
    if (!text.startsWith(this.#text)) {
      this.#finished = [];
      this.#tailFrom = 0;
    }
    this.#text = text;
    const blocks = this.#split(text.slice(this.#tailFrom));
    const open = openFrom(blocks);
    const done = blocks.slice(0, open);
    this.#finished.push(...done);
    this.#tailFrom += done.reduce((sum, block) => sum + block.length, 0);
    return [...this.#finished, ...blocks.slice(open)];
  }
}

/** The last block may still grow, or turn out to belong to the one before it, as a list item does. */
function openFrom(blocks: readonly string[]): number {
  const filled = blocks.flatMap((block, index) => (block.trim() === '' ? [] : [index]));
  return filled.at(-2) ?? 0;
}
