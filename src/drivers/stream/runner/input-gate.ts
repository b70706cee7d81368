/**
 * The only way to claude's stdin. One bad line there ends Claude Code, so only objects pass, serialized here. Each id passes
 * once: a hub that does not know whether a message arrived may send it again.
 */
import type { Writable } from 'node:stream';

/** How many ids are remembered. A hub repeats only unacknowledged messages, never this many. */
const REMEMBERED = 4096;

export class InputGate {
  readonly #stdin: Writable;
  readonly #passed = new Map<string, Promise<boolean>>();

  constructor(stdin: Writable) {
    this.#stdin = stdin;
    // An exit is reported elsewhere, and a failed write is reported to its sender.
    stdin.on('error', () => {});
  }

  /** Resolves once the message has been written, with false if it cannot be. */
  pass(id: string, message: Readonly<Record<string, unknown>>): Promise<boolean> {
    const earlier = this.#passed.get(id);
    if (earlier) return earlier;
    const passing = new Promise<boolean>((resolve) => {
      this.#stdin.write(serialize(message), (error) => resolve(!error));
    });
    this.#passed.set(id, passing);
    const [oldest] = this.#passed.keys();
    if (this.#passed.size > REMEMBERED && oldest !== undefined) this.#passed.delete(oldest);
    return passing;
  }
}

/** One line, even for readers that treat U+2028 and U+2029 as line ends. */
export function serialize(message: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `${json}\n`;
}
