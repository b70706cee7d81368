/**
 * The requests of one session, shown at the editor once each while they are open. The hub decides which
 * answer was first; a request answered by another client is cancelled at the editor.
 */
import type { AskFormName } from '../../core/asks/ask-kind.ts';
import { askKindOf } from '../../core/asks/ask-kinds.ts';
import { deciderWords, outcomeWords } from '../../core/words/answer-words.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Answer, Interaction } from '../../protocol/interactions.ts';
import { type AnswerBody, firstAnswerOf } from '../../sdk/answer-calls.ts';
import type { Client } from '../../sdk/client.ts';
import { tryUntilHeard } from '../../sdk/try-until-heard.ts';
import type { EditorDialog } from './editor-dialog.ts';
import { askForm } from './form-ask.ts';
import { askPermission } from './permission-ask.ts';
import { askPlan } from './plan-ask.ts';
import { askQuestions } from './question-ask.ts';

export interface AskSurface {
  readonly client: Pick<Client, 'interactions' | 'answer'>;
  /** How to ask at the editor; the signal fires when the request is over. */
  dialog(ask: Interaction, signal: AbortSignal): Promise<EditorDialog>;
  /** The request is over; `words` if the person at the editor should know why. */
  over(ask: Interaction, words?: string): Promise<void>;
  tell(words: string): Promise<void>;
}

interface OpenAsk {
  readonly ask: Interaction;
  readonly controller: AbortController;
  isAnswered: boolean;
  refusals: number;
}

/** A hook does not name its tool call; the hub finds out a moment later. */
const PATIENCE_MS = 1000;
/**
 * An editor may answer automatically: after repeated refusals by the hub the request is left to other
 * clients.
 */
const MOST_REFUSALS = 3;

export class EditorAsks {
  readonly #surface: AskSurface;
  readonly #open = new Map<string, OpenAsk>();
  /** Open and dismissed requests: they are not shown again automatically. */
  readonly #known = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(surface: AskSurface) {
    this.#surface = surface;
  }

  event(event: ReinsEvent): void {
    switch (event.type) {
      case 'interaction_reopened':
        this.#known.delete(event.interaction_id);
        void this.#find(event.session_id, event.interaction_id);
        break;
      case 'interaction_opened':
      case 'interaction_updated':
        if (!this.#known.has(event.interaction_id)) void this.#find(event.session_id, event.interaction_id);
        break;
      case 'interaction_closed':
        this.#end(event.interaction_id, event.answer);
        break;
    }
  }

  /**
   * Shows the request, unless it is already shown, has no route for an answer, or more will be known in a
   * moment.
   */
  consider(ask: Interaction): void {
    if (this.#isClosed || ask.state !== 'open' || ask.routes.length === 0 || this.#known.has(ask.id)) return;
    const isCall = askKindOf(ask.kind).form !== 'fields';
    const isUnnamed = isCall && ask.tool_use_id === undefined && !ask.without_hook;
    if (!isUnnamed) return void this.#start(ask);
    if (this.#timers.has(ask.id)) return;
    this.#timers.set(
      ask.id,
      setTimeout(() => void this.#start(ask), PATIENCE_MS),
    );
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const { controller } of this.#open.values()) controller.abort();
  }

  async #find(session: string, id: string): Promise<void> {
    const { client } = this.#surface;
    // The opening is reported once, and the connection may be lost right after.
    const found = await tryUntilHeard(() => client.interactions({ session, id, state: 'open' })).catch(
      () => undefined,
    );
    for (const ask of found?.items ?? []) this.consider(ask);
  }

  async #start(ask: Interaction): Promise<void> {
    clearTimeout(this.#timers.get(ask.id));
    this.#timers.delete(ask.id);
    if (this.#known.has(ask.id)) return;
    this.#known.add(ask.id);
    const open: OpenAsk = { ask, controller: new AbortController(), isAnswered: false, refusals: 0 };
    this.#open.set(ask.id, open);
    try {
      while (await this.#askOnce(open));
    } catch (error) {
      // Aborted: another client was first, which is reported by its own event.
      if (!open.controller.signal.aborted) await this.#surface.tell(unaskable(error));
    } finally {
      // It may have been reopened meanwhile.
      if (this.#open.get(ask.id) === open) this.#open.delete(ask.id);
    }
  }

  /** True if it must be shown again. */
  async #askOnce(open: OpenAsk): Promise<boolean> {
    const { ask, controller } = open;
    const dialog = await this.#surface.dialog(ask, controller.signal);
    const body = await FORMS[askKindOf(ask.kind).form](ask, dialog);
    if (body === undefined || controller.signal.aborted) return false;
    open.isAnswered = true;
    await this.#surface.over(ask);
    try {
      await this.#surface.client.answer(ask.id, body);
      return false;
    } catch (error) {
      if (!(error instanceof ReinsError)) throw error;
      const first = firstAnswerOf(error);
      const isOver = error.code === 'interaction_closed' || error.code === 'interaction_not_found';
      await this.#surface.tell(first ? tooLate(first) : error.message);
      open.isAnswered = false;
      // If the answer cannot be delivered, the hub reopens the request. After a refused answer the person can
      // choose another one.
      const isSayable = error.code === 'invalid_request' || error.code === 'forbidden';
      return !isOver && isSayable && ++open.refusals < MOST_REFUSALS;
    }
  }

  #end(id: string, answer: Answer | undefined): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#known.add(id);
    const open = this.#open.get(id);
    if (!open || open.isAnswered) return;
    open.controller.abort();
    const words = answer && `${capital(outcomeWords({ state: 'answered', answer }))}.`;
    void this.#surface.over(open.ask, words);
  }
}

type AskPerson = (ask: Interaction, dialog: EditorDialog) => Promise<AnswerBody | undefined>;

const FORMS: Readonly<Record<AskFormName, AskPerson>> = {
  call: askPermission,
  questions: askQuestions,
  plan: (_ask, dialog) => askPlan(dialog),
  fields: askForm,
};

function tooLate(first: Answer): string {
  return `Your answer was too late. The request was already answered ${deciderWords(first)}.`;
}

function unaskable(error: unknown): string {
  return `Claude is waiting for an answer, but this editor could not show the request (${(error as Error).message}). Answer on the page or with "reins answer".`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
