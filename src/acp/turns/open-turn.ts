/**
 * A turn that an editor waits for. `session/prompt` ends with it, or earlier if a request waits for the
 * person's next message: then the turn is put aside, and the next `session/prompt` waits for the same turn.
 */
import type { StopReason } from '@agentclientprotocol/sdk';
import type { ReinsEvent } from '../../protocol/events.ts';
import { failureIn, type TurnEnd } from './stop-reason.ts';

interface Waiter {
  readonly resolve: (end: TurnEnd | 'aside') => void;
  readonly reject: (error: unknown) => void;
}

export class OpenTurn {
  /** The prompt that started it; absent if someone else did. */
  readonly messageId: string | undefined;
  readonly #endIn: (event: ReinsEvent) => TurnEnd | undefined;
  #waiter: Waiter | undefined;
  #known: TurnEnd | undefined;
  /** The person wants to end it. */
  isCancelled = false;
  /** The last known reason for a failure, in case the turn fails. */
  failure: StopReason | undefined;

  /** `endIn` returns the end if an event ends the turn. */
  constructor(endIn: (event: ReinsEvent) => TurnEnd | undefined, messageId?: string) {
    this.#endIn = endIn;
    this.messageId = messageId;
  }

  get isOver(): boolean {
    return this.#known !== undefined;
  }

  /** Resolves with the end of the turn, or with `aside`. One caller at a time. */
  wait(): Promise<TurnEnd | 'aside'> {
    return new Promise((resolve, reject) => {
      if (this.#known) resolve(this.#known);
      else this.#waiter = { resolve, reject };
    });
  }

  event(event: ReinsEvent): void {
    this.failure = failureIn(event) ?? this.failure;
    this.end(this.#endIn(event));
  }

  end(end: TurnEnd | undefined): void {
    if (!end || this.#known) return;
    this.#known = end;
    this.#waiter?.resolve(end);
  }

  putAside(): void {
    this.#waiter?.resolve('aside');
    this.#waiter = undefined;
  }

  fail(error: unknown): void {
    this.#waiter?.reject(error);
  }
}
