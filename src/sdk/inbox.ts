/**
 * Pending requests, and the progress of answers given here. An answer is sent once: it keeps its key across
 * retries, and a card that was answered elsewhere shows by whom before it disappears.
 */

import { randomId } from '../core/random-id.ts';
import { isOfAddress } from '../core/session-address.ts';
import { t } from '../core/translate.ts';
import { choiceText, decidedText, decisionText, isRefusal } from '../core/wording/answer-text.ts';
import { capitalized } from '../core/wording/capitalized.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import { type AnswerBody, firstAnswerOf } from './answer-calls.ts';
import { backOffBriefly } from './backoff.ts';
import type { Client } from './client.ts';
import { untilAnswered } from './retry-until-reached.ts';
import { Store } from './store.ts';

/** `unsent`: the hub does not respond; it is retried automatically. */
export type Phase = 'open' | 'sending' | 'unsent' | 'failed' | 'answered' | 'elsewhere';

export interface Card {
  readonly interaction: Interaction;
  readonly phase: Phase;
  /** A note about it: who answered, or what went wrong. */
  readonly note?: string;
  /** What is being sent. */
  readonly answer?: AnswerBody;
  /** The request was denied, rejected or declined. */
  readonly isRefused?: boolean;
}

/** How long an answered card stays visible. */
const LEAVES_AFTER_MS = 2000;
const LEAVES_SOON_MS = 600;

type Calls = Pick<Client, 'interactions' | 'answer'>;

export class Inbox extends Store {
  readonly #client: Calls;
  readonly #signal: AbortSignal;
  #cards = new Map<string, Card>();
  readonly #sending = new Map<string, AbortController>();
  /** The last attempt of each, since a repeated answer must have the same key. */
  readonly #tried = new Map<string, { readonly body: string; readonly key: string }>();
  /** For each list being loaded: requests that were closed since, which it may still contain. */
  readonly #closedSince = new Set<Set<string>>();
  #isLoaded = false;
  #isStale = false;
  #isReloading = false;

  /** The signal fires when nobody is looking any more. */
  constructor(client: Calls, signal = new AbortController().signal) {
    super();
    this.#client = client;
    this.#signal = signal;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Oldest first; one that becomes known later comes last, so that it does not push away the others. */
  get cards(): Card[] {
    return [...this.#cards.values()];
  }

  /** Those that still need an answer. */
  get waiting(): number {
    return this.cards.filter(({ phase }) => phase !== 'answered' && phase !== 'elsewhere').length;
  }

  /** Those of the session at this address. */
  of(address: string): Card[] {
    return this.cards.filter(({ interaction }) => isOfAddress(address, interaction));
  }

  async load(asked = this.#client.interactions({ state: 'open' })): Promise<void> {
    const closed = new Set<string>();
    this.#closedSince.add(closed);
    const { items } = await asked.finally(() => this.#closedSince.delete(closed));
    const open = new Set(items.map(({ id }) => id));
    const byAge = items.toSorted((a, b) => a.opened_at.localeCompare(b.opened_at));
    for (const interaction of byAge) if (!closed.has(interaction.id)) this.#open(interaction);
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
        // The hub has all of its details.
        void this.#reload();
        break;
      case 'interaction_reopened':
        this.#forgetEnd(event.interaction_id);
        void this.#reload();
        break;
      case 'interaction_closed':
        for (const closed of this.#closedSince) closed.add(event.interaction_id);
        // Perhaps by the answer that is being sent here; then the call that sends it reports the outcome.
        if (event.answer?.applied === 'sent' && this.#sending.has(event.interaction_id)) break;
        this.#elsewhere(event.interaction_id, event.answer, event.state === 'withdrawn');
        break;
      case 'interaction_settled':
        if (event.applied === 'superseded') this.#elsewhere(event.interaction_id, event.answer);
    }
  }

  /** A second tap while the first answer is being sent does nothing. */
  answer(interactionId: string, body: AnswerBody): void {
    const card = this.#cards.get(interactionId);
    if (!card || this.#sending.has(interactionId)) return;
    const stop = new AbortController();
    this.#sending.set(interactionId, stop);
    void this.#send(interactionId, body, stop.signal).finally(() => this.#sending.delete(interactionId));
  }

  /** Stops retrying an answer that has not reached the hub. */
  withdraw(interactionId: string): void {
    this.#sending.get(interactionId)?.abort();
    this.#set(interactionId, 'open');
  }

  /** Retries until it is known: an event arrives once, and the connection may be lost right after. */
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
      // A refusal shows up as a lost connection.
    }
    this.#isReloading = false;
  }

  async #send(id: string, body: AnswerBody, signal: AbortSignal): Promise<void> {
    const idempotencyKey = this.#keyOf(id, JSON.stringify(body));
    this.#set(id, 'sending', { answer: body });
    try {
      const { answer } = await this.#client.answer(id, body, {
        idempotencyKey,
        signal,
        backoff: async (failures, until) => {
          const note = t('The hub is not responding. Your answer will be sent as soon as it is back.');
          this.#set(id, 'unsent', { note, answer: body });
          await backOffBriefly(failures, until);
        },
      });
      const isLost = answer?.applied === 'lost';
      const note = isLost ? whoAnswered(answer) : capitalized(decisionText(body).done);
      this.#leave(id, 'answered', {
        note,
        isRefused: isRefusal(body),
        ...(!isLost && { after: LEAVES_SOON_MS }),
      });
    } catch (error) {
      if (signal.aborted) return;
      const first = firstAnswerOf(error);
      const isClosed = error instanceof ReinsError && error.code === 'interaction_closed';
      if (isClosed) this.#elsewhere(id, first, first === undefined);
      else this.#set(id, 'failed', { note: (error as Error).message });
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
        ? t('The last answer could not be delivered. Claude is still waiting.')
        : '';
      this.#cards.set(interaction.id, { interaction, phase: 'open', ...(note && { note }) });
    }
  }

  #elsewhere(id: string, answer: Answer | undefined, isWithdrawn = false): void {
    const card = this.#cards.get(id);
    if (!card || card.phase === 'answered' || card.phase === 'elsewhere') return;
    const note = isWithdrawn ? t('Withdrawn by Claude') : whoAnswered(answer, card.answer);
    this.#leave(id, 'elsewhere', { note, isRefused: answer !== undefined && isRefusal(answer) });
  }

  /** A list may have contained it before the event that closed it arrived. */
  #forgetEnd(id: string): void {
    const phase = this.#cards.get(id)?.phase;
    if (phase === 'answered' || phase === 'elsewhere') this.#cards.delete(id);
  }

  #leave(
    id: string,
    phase: Phase,
    { after = LEAVES_AFTER_MS, ...about }: Pick<Card, 'note' | 'isRefused'> & { readonly after?: number },
  ): void {
    for (const closed of this.#closedSince) closed.add(id);
    this.#set(id, phase, about);
    setTimeout(() => {
      const phaseNow = this.#cards.get(id)?.phase;
      if (phaseNow !== 'answered' && phaseNow !== 'elsewhere') return;
      this.#cards.delete(id);
      this.changed();
    }, after);
  }

  #set(id: string, phase: Phase, about: Pick<Card, 'note' | 'answer' | 'isRefused'> = {}): void {
    const card = this.#cards.get(id);
    if (!card) return;
    this.#cards.set(id, { interaction: card.interaction, phase, ...about });
    this.changed();
  }
}

/** `Denied by laptop`; with an own answer that came too late: `Denied by laptop; your Allow was not used`. */
function whoAnswered(answer: Answer | undefined, own?: AnswerBody): string {
  if (answer?.applied === 'lost')
    return t('Sent, but not confirmed: {reason}', { reason: answer.reason ?? '' });
  const outcome = answer ? decidedText(answer) : t('answered by someone else');
  return capitalized(
    own ? t('{outcome}; your {choice} was not used', { outcome, choice: choiceText(own) }) : outcome,
  );
}
