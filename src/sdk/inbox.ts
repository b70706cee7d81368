/**
 * What waits for a person, and what becomes of the answers given here. An answer goes out once: it keeps its key while it is
 * tried again over a bad line, and a card that was answered elsewhere says by whom before it leaves.
 */

import { randomId } from '../core/random-id.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import { type AnswerBody, firstAnswerOf } from './answer-calls.ts';
import { backOffBriefly } from './backoff.ts';
import type { Client } from './client.ts';
import { Store } from './store.ts';
import { untilAnswered } from './try-until-heard.ts';

/** `unsent`: the hub does not answer; it is tried again by itself. */
export type Phase = 'open' | 'sending' | 'unsent' | 'failed' | 'answered' | 'elsewhere';

export interface Card {
  readonly interaction: Interaction;
  readonly phase: Phase;
  /** What to say about it: who answered, or what went wrong. */
  readonly note?: string;
}

/** How long a card that was answered stays to say so. */
const LEAVES_AFTER_MS = 2000;
const LEAVES_SOON_MS = 600;

type Calls = Pick<Client, 'interactions' | 'answer'>;

export class Inbox extends Store {
  readonly #client: Calls;
  readonly #signal: AbortSignal;
  #cards = new Map<string, Card>();
  readonly #sending = new Map<string, AbortController>();
  /** The last try of each, since the same answer sent again must be known as the same. */
  readonly #tried = new Map<string, { readonly body: string; readonly key: string }>();
  /** By each list that is on its way: asks that were closed since it was asked for, which it may still name. */
  readonly #closedSince = new Set<Set<string>>();
  #isLoaded = false;
  #isStale = false;
  #isReloading = false;

  /** The signal says that nobody looks any more. */
  constructor(client: Calls, signal = new AbortController().signal) {
    super();
    this.#client = client;
    this.#signal = signal;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Oldest first. */
  get cards(): Card[] {
    return [...this.#cards.values()].sort((a, b) =>
      a.interaction.opened_at.localeCompare(b.interaction.opened_at),
    );
  }

  /** Those that still want an answer. */
  get waiting(): number {
    return this.cards.filter(({ phase }) => phase !== 'answered' && phase !== 'elsewhere').length;
  }

  of(sessionId: string): Card[] {
    return this.cards.filter(({ interaction }) => interaction.session_id === sessionId);
  }

  async load(asked = this.#client.interactions({ state: 'open' })): Promise<void> {
    const closed = new Set<string>();
    this.#closedSince.add(closed);
    const { items } = await asked.finally(() => this.#closedSince.delete(closed));
    const open = new Set(items.map(({ id }) => id));
    for (const interaction of items) if (!closed.has(interaction.id)) this.#open(interaction);
    for (const [id, { phase }] of this.#cards) {
      if (!open.has(id) && (phase === 'open' || phase === 'failed')) this.#elsewhere(id, undefined);
    }
    this.#isLoaded = true;
    this.changed();
  }

  take(event: ReinsEvent): void {
    switch (event.type) {
      case 'interaction_opened':
      case 'interaction_updated':
        // The hub knows the whole of it.
        void this.#reload();
        break;
      case 'interaction_reopened':
        this.#forgetEnd(event.interaction_id);
        void this.#reload();
        break;
      case 'interaction_closed':
        for (const closed of this.#closedSince) closed.add(event.interaction_id);
        this.#elsewhere(event.interaction_id, event.answer, event.state === 'withdrawn');
        break;
      case 'interaction_settled':
        if (event.applied === 'superseded') this.#elsewhere(event.interaction_id, event.answer);
    }
  }

  /** A second tap while the first is on its way does nothing. */
  answer(interactionId: string, body: AnswerBody): void {
    const card = this.#cards.get(interactionId);
    if (!card || this.#sending.has(interactionId)) return;
    const stop = new AbortController();
    this.#sending.set(interactionId, stop);
    void this.#send(interactionId, body, stop.signal).finally(() => this.#sending.delete(interactionId));
  }

  /** Stops trying to send an answer that has not reached the hub. */
  takeBack(interactionId: string): void {
    this.#sending.get(interactionId)?.abort();
    this.#set(interactionId, 'open');
  }

  /** Until it is known: what has happened is told once, and the connection may be lost right after. */
  async #reload(): Promise<void> {
    this.#isStale = true;
    if (this.#isReloading) return;
    this.#isReloading = true;
    try {
      while (this.#isStale && !this.#signal.aborted) {
        this.#isStale = false;
        await untilAnswered(() => this.load(), { signal: this.#signal, backoff: backOffBriefly });
      }
    } catch {
      // A refusal shows as a lost connection.
    }
    this.#isReloading = false;
  }

  async #send(id: string, body: AnswerBody, signal: AbortSignal): Promise<void> {
    const idempotencyKey = this.#keyOf(id, JSON.stringify(body));
    this.#set(id, 'sending');
    try {
      const { answer } = await this.#client.answer(id, body, {
        idempotencyKey,
        signal,
        backoff: async (failures, until) => {
          this.#set(id, 'unsent', 'The hub does not answer. This is sent as soon as it does.');
          await backOffBriefly(failures, until);
        },
      });
      if (answer?.applied === 'lost') this.#leave(id, 'answered', whoAnswered(answer));
      else this.#leave(id, 'answered', answer?.applied === 'sent' ? 'Sent' : 'Done', LEAVES_SOON_MS);
    } catch (error) {
      if (signal.aborted) return;
      const first = firstAnswerOf(error);
      const isClosed = error instanceof ReinsError && error.code === 'interaction_closed';
      if (isClosed) this.#elsewhere(id, first, first === undefined);
      else this.#set(id, 'failed', (error as Error).message);
    }
  }

  #keyOf(id: string, body: string): string {
    const before = this.#tried.get(id);
    if (before?.body === body) return before.key;
    const key = randomId();
    this.#tried.set(id, { body, key });
    return key;
  }

  #open(interaction: Interaction): void {
    const known = this.#cards.get(interaction.id);
    const isOver = known?.phase === 'answered' || known?.phase === 'elsewhere';
    if (known && !isOver) this.#cards.set(interaction.id, { ...known, interaction });
    else if (!known || (interaction.reopened ?? 0) > (known.interaction.reopened ?? 0)) {
      const note = interaction.reopened
        ? 'The last answer could not be handed over. Claude still waits.'
        : '';
      this.#cards.set(interaction.id, { interaction, phase: 'open', ...(note && { note }) });
    }
  }

  /** Our own answer comes back as an event too: then the call that sent it says how it ended. */
  #elsewhere(id: string, answer: Answer | undefined, isWithdrawn = false): void {
    const card = this.#cards.get(id);
    if (!card || card.phase === 'answered' || card.phase === 'elsewhere') return;
    if (answer && this.#sending.has(id) && answer.applied === 'sent') return;
    this.#leave(id, 'elsewhere', isWithdrawn ? 'Claude no longer waits for this' : whoAnswered(answer));
  }

  /** A list may have told of it before the event that closed it came. */
  #forgetEnd(id: string): void {
    const phase = this.#cards.get(id)?.phase;
    if (phase === 'answered' || phase === 'elsewhere') this.#cards.delete(id);
  }

  #leave(id: string, phase: Phase, note: string, after = LEAVES_AFTER_MS): void {
    for (const closed of this.#closedSince) closed.add(id);
    this.#set(id, phase, note);
    setTimeout(() => {
      const phaseNow = this.#cards.get(id)?.phase;
      if (phaseNow !== 'answered' && phaseNow !== 'elsewhere') return;
      this.#cards.delete(id);
      this.changed();
    }, after);
  }

  #set(id: string, phase: Phase, note?: string): void {
    const card = this.#cards.get(id);
    if (!card) return;
    this.#cards.set(id, { interaction: card.interaction, phase, ...(note !== undefined && { note }) });
    this.changed();
  }
}

export function whoAnswered(answer: Answer | undefined): string {
  if (!answer) return 'Answered elsewhere';
  if (answer.applied === 'lost') return `Sent, but not confirmed: ${answer.reason ?? ''}`;
  const { type, name } = answer.by;
  if (type === 'terminal') return 'Answered in the terminal';
  return type === 'rule' ? `Answered by the rule ${name}` : `Answered by ${name}`;
}
