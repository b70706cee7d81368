/**
 * Hooks that wait for their answer with an open connection, by interaction. A hook is answered once; when its connection
 * ends first, Claude Code no longer waits there.
 *
 * Some asks hold Claude Code up instead of racing its own dialog. Those are told at once to go, or, while somebody is there
 * to answer, to come again and wait: for so long only as somebody is, and never longer than is set.
 */
import { ComeAgain } from '../core/come-again.ts';
import type { Clock } from '../lib/clock.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { toHookReply } from './routes/hook-route.ts';
import { sentDecision } from './routes/route.ts';
import type { Schedule } from './schedule.ts';

export interface HeldHooksOptions {
  readonly find: (interactionId: string) => Interaction | undefined;
  /** Whether Claude Code still waits with this ask. */
  readonly isWaiting: (interaction: Interaction) => boolean;
  /** Whether a rule answers this the moment it is held. */
  readonly isDecided: (interactionId: string) => boolean;
  /** How many seconds an ask may hold Claude Code up, as things are now. */
  readonly patience: () => number;
  readonly now: Clock;
  readonly schedule: Schedule;
  /** A hook waits from now on, or no longer does. */
  readonly onChange: (interactionId: string) => void;
}

/** Somebody who waits for the reply to a hook. */
export interface Asker {
  /** Claude Code is held up meanwhile, instead of showing its dialog. */
  readonly isBlocking: boolean;
  /** It was told to come again and wait. */
  readonly comesAgain: boolean;
  readonly signal: AbortSignal;
}

interface Held {
  readonly reply: (body: object) => void;
  /** Set when Claude Code is held up for a person. */
  readonly until: string | null;
}

/** No opinion: Claude Code's own dialog decides. */
export const NO_OPINION = {};
/** How long a rule may take that has an answer to an ask which holds Claude Code up. */
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

  /** Until when Claude Code is held up for it; null when it is not. */
  heldUntil(interactionId: string): string | null {
    return this.#held.get(interactionId)?.until ?? null;
  }

  /** What to reply to a hook, at once or when its interaction is decided. */
  async hold(interactionId: string, asker: Asker): Promise<object | ComeAgain> {
    const interaction = this.#options.find(interactionId);
    // Of stream runs, the run itself asks.
    if (!interaction) return NO_OPINION;
    if (interaction.state !== 'open') return this.#replyAgain(interaction);
    if (asker.signal.aborted) return NO_OPINION;
    if (!asker.isBlocking) return this.#wait(interactionId, asker);
    return asker.comesAgain ? this.#holdForPeople(interactionId, asker) : this.#receive(interactionId, asker);
  }

  /** False when nobody waits there any more. */
  reply(interactionId: string, body: object): boolean {
    const held = this.#held.get(interactionId);
    held?.reply(body);
    return held !== undefined;
  }

  /** Nobody is there to answer any more: what holds Claude Code up goes to its own dialog. */
  letGo(): void {
    for (const [id, { until }] of [...this.#held]) if (until !== null) this.#release(id);
  }

  /** The hub is ending: the hooks go away empty-handed and may come back to the next one. */
  close(): void {
    this.#held.clear();
  }

  /**
   * A decision that was on its way when the hub ended is sent again to the hook that comes again, but not when the
   * terminal has answered meanwhile: a late denial with interrupt would end the running turn.
   */
  #replyAgain(interaction: Interaction): object {
    const decision = sentDecision(interaction, 'hook');
    if (!decision || !this.#options.isWaiting(interaction)) return NO_OPINION;
    return toHookReply(interaction, decision);
  }

  async #receive(id: string, asker: Asker): Promise<object | ComeAgain> {
    const { isDecided, find, patience } = this.#options;
    if (isDecided(id)) {
      const reply = await this.#waitFor(RULE_SECONDS, id, asker, null);
      // The rule did not get it across after all: people may.
      if (reply !== NO_OPINION || find(id)?.state !== 'open') return reply;
    }
    const seconds = patience();
    return seconds > 0 ? new ComeAgain(seconds) : NO_OPINION;
  }

  async #holdForPeople(id: string, asker: Asker): Promise<object> {
    const { patience, now } = this.#options;
    const seconds = patience();
    if (seconds <= 0) return NO_OPINION;
    return this.#waitFor(seconds, id, asker, new Date(now() + seconds * 1000).toISOString());
  }

  async #waitFor(seconds: number, id: string, asker: Asker, until: string | null): Promise<object> {
    const cancel = this.#options.schedule.after(seconds * 1000, () => this.#release(id));
    const reply = await this.#wait(id, asker, until);
    cancel();
    return reply;
  }

  /** Resolves with what to reply. A second connection for the same ask takes the place of the first. */
  #wait(id: string, { signal }: Asker, until: string | null = null): Promise<object> {
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
