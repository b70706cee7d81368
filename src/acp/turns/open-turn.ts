/**
 * A turn that an editor waits for. `session/prompt` ends with it, or before it, when Claude has a question that the
 * person's next message is to answer: then the turn is put aside, and the next `session/prompt` waits for the same one.
 */
import type { StopReason } from '@agentclientprotocol/sdk';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { SessionView } from '../../protocol/session.ts';
import type { Verdict } from '../../sdk/turn-follower.ts';
import { failureIn } from './stop-reason.ts';

/** Tells from events and views when a turn is over. */
export interface TurnEnding {
  event(event: ReinsEvent): Verdict | undefined;
  look(view: SessionView): Verdict | undefined;
}

interface Waiter {
  readonly resolve: (end: Verdict | 'aside') => void;
  readonly reject: (error: unknown) => void;
}

export class OpenTurn {
  /** The prompt that began it; absent when it was somebody else's. */
  readonly messageId: string | undefined;
  readonly #ending: TurnEnding;
  #waiter: Waiter | undefined;
  #verdict: Verdict | undefined;
  /** The person wants it to end. */
  isCancelled = false;
  /** What was heard of why it fails, in case it does. */
  failure: StopReason | undefined;

  constructor(ending: TurnEnding, messageId?: string) {
    this.#ending = ending;
    this.messageId = messageId;
  }

  get isOver(): boolean {
    return this.#verdict !== undefined;
  }

  /** Resolves with how it ended, or with `aside`. One caller at a time. */
  wait(): Promise<Verdict | 'aside'> {
    return new Promise((resolve, reject) => {
      if (this.#verdict) resolve(this.#verdict);
      else this.#waiter = { resolve, reject };
    });
  }

  event(event: ReinsEvent): void {
    this.failure = failureIn(event) ?? this.failure;
    this.end(this.#ending.event(event));
  }

  look(view: SessionView): void {
    this.end(this.#ending.look(view));
  }

  end(verdict: Verdict | undefined): void {
    if (!verdict || this.#verdict) return;
    this.#verdict = verdict;
    this.#waiter?.resolve(verdict);
  }

  putAside(): void {
    this.#waiter?.resolve('aside');
    this.#waiter = undefined;
  }

  fail(error: unknown): void {
    this.#waiter?.reject(error);
  }
}
