/**
 * Hooks that wait for their answer with an open connection, by interaction. A hook is answered once; if its
 * connection ends first, Claude Code no longer waits there. Some requests block Claude Code instead of racing
 * its own dialog. Those are released immediately or, while someone can answer, asked to come again and wait:
 * only while someone is there, and never longer than configured.
 */
import { RetryLater } from '../core/retry-later.ts';
import type { Clock } from '../lib/clock.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { toHookReply } from './routes/hook-route.ts';
import { sentDecision } from './routes/route.ts';
import type { Schedule } from './schedule.ts';

export interface HeldHooksOptions {
  readonly find: (interactionId: string) => Interaction | undefined;
  /** Whether this request is still pending in Claude Code. */
  readonly isWaiting: (interaction: Interaction) => boolean;
  /** Whether a rule answers this as soon as it is held. */
  readonly isDecided: (interactionId: string) => boolean;
  /** For how many seconds a request may block Claude Code now. */
  readonly patience: () => number;
  readonly now: Clock;
  readonly schedule: Schedule;
  /** Called when a hook starts or stops waiting. */
  readonly onChange: (interactionId: string) => void;
}

/** A caller that waits for the reply to a hook. */
export interface HookCaller {
  /** Claude Code is blocked meanwhile and does not show its dialog. */
  readonly isBlocking: boolean;
  /** It was asked to come again and wait. */
  readonly retries: boolean;
  readonly signal: AbortSignal;
}

interface Held {
  readonly reply: (body: object) => void;
  /** Set if Claude Code is blocked for a person. */
  readonly until: string | null;
}

/** No decision: Claude Code's own dialog decides. */
export const NO_OPINION = {};
/** How long a rule may take to answer a blocking request. */
const RULE_SECONDS = 1;

export class HeldHooks {
  readonly #options: HeldHooksOptions;
  readonly #held = new Map<string, Held>();

  constructor(options: HeldHooksOptions) {
    this.#options = options;
  }

  isHeld(interactionId: string): boolean {
    return this.#held.has(interactionId);
  }

  /** Until when it blocks Claude Code; null if it does not. */
  heldUntil(interactionId: string): string | null {
    return this.#held.get(interactionId)?.until ?? null;
  }

  /** Returns the reply to a hook, immediately or once its interaction is decided. */
  async hold(interactionId: string, caller: HookCaller): Promise<object | RetryLater> {
    const interaction = this.#options.find(interactionId);
    // Stream runs ask through their own protocol.
    if (!interaction) return NO_OPINION;
    if (interaction.state !== 'open') return this.#replyAgain(interaction);
    if (caller.signal.aborted) return NO_OPINION;
    if (!caller.isBlocking) return this.#wait(interactionId, caller);
    return caller.retries ? this.#holdForPeople(interactionId, caller) : this.#receive(interactionId, caller);
  }

  /** False if no hook waits there any more. */
  reply(interactionId: string, body: object): boolean {
    const held = this.#held.get(interactionId);
    held?.reply(body);
    return held !== undefined;
  }

  /** No one is there to answer any more: blocking requests go to Claude Code's own dialog. */
  letGo(): void {
    for (const [id, { until }] of [...this.#held]) if (until !== null) this.#release(id);
  }

  /** The hub is ending: hooks get no answer and may come back to the next one. */
  close(): void {
    this.#held.clear();
  }

  /**
   * A decision that was in progress when the hub ended is sent again to the returning hook, but not if the
   * terminal has answered meanwhile: a late denial with interrupt would end the running turn.
   */
  #replyAgain(interaction: Interaction): object {
    const decision = sentDecision(interaction, 'hook');
    if (!decision || !this.#options.isWaiting(interaction)) return NO_OPINION;
    return toHookReply(interaction, decision);
  }

  async #receive(id: string, caller: HookCaller): Promise<object | RetryLater> {
    const { isDecided, find, patience } = this.#options;
    if (isDecided(id)) {
      const reply = await this.#waitFor(RULE_SECONDS, id, caller, null);
      // The rule's answer was not delivered: people may answer.
      if (reply !== NO_OPINION || find(id)?.state !== 'open') return reply;
    }
    const seconds = patience();
    return seconds > 0 ? new RetryLater(seconds) : NO_OPINION;
  }

  async #holdForPeople(id: string, caller: HookCaller): Promise<object> {
    const { patience, now } = this.#options;
    const seconds = patience();
    if (seconds <= 0) return NO_OPINION;
    return this.#waitFor(seconds, id, caller, new Date(now() + seconds * 1000).toISOString());
  }

  async #waitFor(seconds: number, id: string, caller: HookCaller, until: string | null): Promise<object> {
    const cancel = this.#options.schedule.after(seconds * 1000, () => this.#release(id));
    const reply = await this.#wait(id, caller, until);
    cancel();
    return reply;
  }

  /** Resolves with the reply. A second connection for the same request replaces the first. */
  #wait(id: string, { signal }: HookCaller, until: string | null = null): Promise<object> {
    this.reply(id, {});
    return new Promise((resolve) => {
      const held: Held = {
        until,
        reply: (body) => {
          signal.removeEventListener('abort', lose);
          if (this.#held.get(id) === held) this.#held.delete(id);
          resolve(body);
        },
      };
      const lose = () => {
        const isCurrent = this.#held.get(id) === held;
        held.reply({});
        if (isCurrent) this.#options.onChange(id);
      };
      this.#held.set(id, held);
      signal.addEventListener('abort', lose, { once: true });
      this.#options.onChange(id);
    });
  }

  #release(id: string): void {
    if (this.reply(id, NO_OPINION)) this.#options.onChange(id);
  }
}
