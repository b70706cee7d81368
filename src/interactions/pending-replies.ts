/**
 * Hooks that wait for their answer with an open connection, by interaction. A hook is answered once; when its connection
 * ends first, Claude Code no longer waits there.
 */

interface Held {
  readonly reply: (body: object) => void;
}

export class PendingReplies {
  readonly #held = new Map<string, Held>();
  readonly #onLost: (interactionId: string) => void;

  /** `onLost` is told of connections that ended without an answer. */
  constructor(onLost: (interactionId: string) => void) {
    this.#onLost = onLost;
  }

  has(interactionId: string): boolean {
    return this.#held.has(interactionId);
  }

  /** Resolves with what to reply. A second connection for the same ask takes the place of the first. */
  hold(interactionId: string, signal: AbortSignal): Promise<object> {
    this.#held.get(interactionId)?.reply({});
    return new Promise((resolve) => {
      const held: Held = {
        reply: (body) => {
          signal.removeEventListener('abort', lose);
          if (this.#held.get(interactionId) === held) this.#held.delete(interactionId);
          resolve(body);
        },
      };
      const lose = () => {
        const isCurrent = this.#held.get(interactionId) === held;
        held.reply({});
        if (isCurrent) this.#onLost(interactionId);
      };
      this.#held.set(interactionId, held);
      if (signal.aborted) lose();
      else signal.addEventListener('abort', lose, { once: true });
    });
  }

  /** False when nobody waits there any more. */
  reply(interactionId: string, body: object): boolean {
    const held = this.#held.get(interactionId);
    held?.reply(body);
    return held !== undefined;
  }

  /** The hub is ending: the hooks go away empty-handed and may come back to the next one. */
  close(): string[] {
    const left = [...this.#held.keys()];
    this.#held.clear();
    return left;
  }
}
