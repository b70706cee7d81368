/** A text that grows, cut into blocks: those that are finished stay as they are, and only the end is read again. */

export class GrowingBlocks {
  readonly #split: (text: string) => string[];
  #text = '';
  #finished: string[] = [];
  #tailFrom = 0;

  constructor(split: (text: string) => string[]) {
    this.#split = split;
  }

  /** The blocks of the whole text; the same strings as before for those that have not changed. */
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

/** The last block may still go on, and may still turn out to belong to the one before it, as an item does to its list. */
function openFrom(blocks: readonly string[]): number {
  const filled = blocks.flatMap((block, index) => (block.trim() === '' ? [] : [index]));
  return filled.at(-2) ?? 0;
}
