/** A map from numbers to numbers that takes a quarter of the memory of Map. Keys are non-negative integers. */

const SMALLEST = 16;

export class NumberMap {
  /** Keys are stored plus one: zero marks a free slot. */
  #keys = new Float64Array(SMALLEST);
  #values = new Float64Array(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: number): number | undefined {
    const slot = this.#slotOf(key);
    return this.#keys[slot] === 0 ? undefined : this.#values[slot];
  }

  set(key: number, value: number): void {
    const slot = this.#slotOf(key);
    this.#values[slot] = value;
    if (this.#keys[slot] !== 0) return;
    this.#keys[slot] = key + 1;
    this.#size++;
    if (this.#size * 4 > this.#keys.length * 3) this.#grow();
  }

  /** The slot of the key, or the free slot where it belongs. */
  #slotOf(key: number): number {
    const last = this.#keys.length - 1;
    let slot = (key ^ (key / 2 ** 32)) & last;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key + 1) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(keys.length * 2);
    this.#values = new Float64Array(keys.length * 2);
    this.#size = 0;
    for (const [slot, key] of keys.entries()) if (key !== 0) this.set(key - 1, values[slot] as number);
  }
}
