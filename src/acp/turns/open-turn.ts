/**
 * A turn that an editor waits for. `session/prompt` ends with it, or before it, when Claude has a question that the
 * person's next message is to answer: then the turn is put aside, and the next `session/prompt` waits for the same one.
 */
import type { StopReason } from '@agentclientprotocol/sdk';
import type { ReinsEvent } from '../../protocol/events.ts';
import { failureIn, type TurnEnd } from './stop-reason.ts';

interface Waiter {
  readonly resolve: (end: TurnEnd | 'aside') => void;
  readonly reject: (error: unknown) => void;
}

export class OpenTurn {
  /** The prompt that began it; absent when it was somebody else's. */
  readonly messageId: string | undefined;
  readonly #endIn: (event: ReinsEvent) => TurnEnd | undefined;
  #waiter: Waiter | undefined;
  #known: TurnEnd | undefined;
  /** The person wants it to end. */
  isCancelled = false;
  /** What was heard of why it fails, in case it does. */
  failure: StopReason | undefined;

  /** `endIn` says whether an event ends the turn. */
  constructor(endIn: (event: ReinsEvent) => TurnEnd | undefined, messageId?: string) {
    this.#endIn = endIn;
    this.messageId = messageId;
  }

  get isOver(): boolean {
    return this.#known !== undefined;
  }

  /** Resolves with how it ended, or with `aside`. One caller at a time. */
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
