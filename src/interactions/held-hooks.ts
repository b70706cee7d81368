/**
 * Keeps hooks waiting for their answer, and the routes of their interactions true: a hook that waits is a route, one that
 * has gone is none. Whoever else closes an interaction sets its hook free.
 *
 * Some asks hold Claude Code up instead of racing its own dialog. Those are told at once to go, or, while somebody is there
 * to answer, to come again and wait: for so long only as somebody is, and never longer than is set.
 */
import { ComeAgain } from '../core/come-again.ts';
import type { Draft } from '../core/draft.ts';
import type { Clock } from '../lib/clock.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import { PendingReplies } from './pending-replies.ts';
import { toHookReply } from './routes/hook-route.ts';
import type { RouteName } from './routes/route.ts';
import { sentDecision } from './sent-decision.ts';

export interface HeldHooksOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: Pick<LogReader, 'interaction' | 'interactions'>;
  /** Whether Claude Code still waits with this ask. */
  readonly isWaiting: (interaction: Interaction) => boolean;
  readonly warn: (message: string, error: unknown) => void;
  /** Whether a rule answers this the moment it is held. */
  readonly isDecided?: (interactionId: string) => boolean;
  /** How many seconds an ask may hold Claude Code up, as things are now. */
  readonly patience: () => number;
  readonly now: Clock;
}

/** Somebody who waits for the reply to a hook. */
export interface Asker {
  /** Claude Code is held up meanwhile, instead of showing its dialog. */
  readonly isBlocking: boolean;
  /** It was told to come again and wait. */
  readonly comesAgain: boolean;
  readonly signal: AbortSignal;
}

/** No opinion: Claude Code's own dialog decides. */
const NO_OPINION = {};
/** How long a rule may take that has an answer to an ask which holds Claude Code up. */
const RULE_SECONDS = 1;

export class HeldHooks {
  readonly held: PendingReplies;
  readonly #options: HeldHooksOptions;
  readonly #stopListening: () => void;
  /** Asks that hold Claude Code up for a person. */
  readonly #forPeople = new Set<string>();

  constructor(options: HeldHooksOptions) {
    this.#options = options;
    this.held = new PendingReplies((id) => this.#noteLost(id));
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) {
        if (event.type !== 'interaction_closed' || event.answer?.route === 'hook') continue;
        this.held.reply(event.interaction_id, NO_OPINION);
      }
    });
    // Hooks that an earlier hub held are gone, or come again.
    for (const { id } of options.reader.interactions('open')) this.#noteLost(id);
  }

  /** What to reply to a hook, at once or when its interaction is decided. */
  async hold(interactionId: string, asker: Asker): Promise<object | ComeAgain> {
    const interaction = this.#options.reader.interaction(interactionId);
    // Of stream runs, the run itself asks.
    if (!interaction) return NO_OPINION;
    if (interaction.state !== 'open') return this.#replyAgain(interaction);
    if (asker.signal.aborted) return NO_OPINION;
    if (!asker.isBlocking) {
      const decided = this.held.hold(interactionId, asker.signal);
      this.#note(interactionId, true);
      return decided;
    }
    return asker.comesAgain ? this.#holdForPeople(interactionId, asker) : this.#receive(interactionId, asker);
  }

  /** Nobody is there to answer any more: what holds Claude Code up goes to its own dialog. */
  letGo(): void {
    for (const id of [...this.#forPeople]) this.#release(id);
  }

  close(): void {
    this.#stopListening();
    this.held.close();
  }

  /**
   * A decision that was on its way when the hub ended is said again to the hook that comes again, but not when the
   * terminal has answered meanwhile: a late denial with interrupt would end the running turn.
   */
  #replyAgain(interaction: Interaction): object {
    const decision = sentDecision(interaction, 'hook');
    if (!decision || !this.#options.isWaiting(interaction)) return NO_OPINION;
    return toHookReply(interaction, decision);
  }

  async #receive(id: string, asker: Asker): Promise<object | ComeAgain> {
    if (this.#options.isDecided?.(id)) {
      const reply = await this.#holdFor(RULE_SECONDS, id, asker, null);
      // The rule did not get it across after all: people may.
      if (reply !== NO_OPINION || this.#options.reader.interaction(id)?.state !== 'open') return reply;
    }
    const seconds = this.#options.patience();
    return seconds > 0 ? new ComeAgain(seconds) : NO_OPINION;
  }

  async #holdForPeople(id: string, asker: Asker): Promise<object> {
    const seconds = this.#options.patience();
    if (seconds <= 0) return NO_OPINION;
    this.#forPeople.add(id);
    const reply = await this.#holdFor(
      seconds,
      id,
      asker,
      new Date(this.#options.now() + seconds * 1000).toISOString(),
    );
    this.#forPeople.delete(id);
    return reply;
  }

  async #holdFor(seconds: number, id: string, { signal }: Asker, heldUntil: string | null): Promise<object> {
    const decided = this.held.hold(id, signal);
    const timer = setTimeout(() => this.#release(id), seconds * 1000).unref();
    this.#note(id, true, heldUntil);
    const reply = await decided;
    clearTimeout(timer);
    return reply;
  }

  #release(id: string): void {
    if (this.held.reply(id, NO_OPINION)) this.#noteLost(id);
  }

  #noteLost(id: string): void {
    this.#note(id, false);
  }

  #note(interactionId: string, isHeld: boolean, heldUntil: string | null = null): void {
    const { log, reader, warn, now } = this.#options;
    const interaction = reader.interaction(interactionId);
    if (interaction?.state !== 'open') return;
    const isKnown = interaction.routes.includes('hook') === isHeld;
    if (isKnown && (interaction.held_until ?? null) === heldUntil) return;
    const others = interaction.routes.filter((route): route is RouteName => route !== 'hook');
    const draft: Draft = {
      type: 'interaction_updated',
      source: 'driver',
      at: now(),
      interaction_id: interactionId,
      routes: isHeld ? ['hook', ...others] : others,
      ...((heldUntil ?? interaction.held_until) && { held_until: heldUntil }),
      ...(interaction.agent_id && { agent_id: interaction.agent_id }),
    };
    try {
      log.append([{ sessionId: interaction.session_id, drafts: [draft] }]);
    } catch (error) {
      warn('The ways to answer an interaction could not be logged', error);
    }
  }
}
