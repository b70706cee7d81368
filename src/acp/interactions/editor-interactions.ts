/**
 * The requests of one session, shown at the editor once each while they are open. The hub decides which
 * answer was first; a request answered by another client is cancelled at the editor.
 */

import type { InteractionFormName } from '../../core/interactions/interaction-definition.ts';
import { interactionDefinition } from '../../core/interactions/interaction-definitions.ts';
import { deciderText, outcomeText } from '../../core/wording/answer-text.ts';
import { capitalized } from '../../core/wording/capitalized.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Answer, Interaction } from '../../protocol/interactions.ts';
import { type AnswerBody, firstAnswerOf } from '../../sdk/answer-calls.ts';
import type { Client } from '../../sdk/client.ts';
import { retryUntilReached } from '../../sdk/retry-until-reached.ts';
import { askForm } from './ask-form.ts';
import { askPermission } from './ask-permission.ts';
import { askPlan } from './ask-plan.ts';
import { askQuestions } from './ask-questions.ts';
import type { EditorDialog } from './editor-dialog.ts';

export interface InteractionSurface {
  readonly client: Pick<Client, 'interactions' | 'answer'>;
  /** How to ask at the editor; the signal fires when the request is over. */
  dialog(interaction: Interaction, signal: AbortSignal): Promise<EditorDialog>;
  /** The request is over; `words` if the person at the editor should know why. */
  over(interaction: Interaction, words?: string): Promise<void>;
  send(words: string): Promise<void>;
}

interface OpenInteraction {
  readonly interaction: Interaction;
  readonly controller: AbortController;
  isAnswered: boolean;
  refusals: number;
}

/** A hook does not name its tool call; the hub finds out a moment later, or seconds later on a busy machine. */
const PATIENCE_MS = 5000;
/**
 * An editor may answer automatically: after repeated refusals by the hub the request is left to other
 * clients.
 */
const MOST_REFUSALS = 3;

export class EditorInteractions {
  readonly #surface: InteractionSurface;
  readonly #open = new Map<string, OpenInteraction>();
  /** Open and dismissed requests: they are not shown again automatically. */
  readonly #known = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(surface: InteractionSurface) {
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
  consider(interaction: Interaction): void {
    if (
      this.#isClosed ||
      interaction.state !== 'open' ||
      interaction.routes.length === 0 ||
      this.#known.has(interaction.id)
    )
      return;
    const isCall = interactionDefinition(interaction.kind).form !== 'fields';
    const isUnnamed = isCall && interaction.tool_use_id === undefined && !interaction.without_hook;
    if (!isUnnamed) return void this.#start(interaction);
    if (this.#timers.has(interaction.id)) return;
    this.#timers.set(
      interaction.id,
      setTimeout(() => void this.#start(interaction), PATIENCE_MS),
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
    const found = await retryUntilReached(() => client.interactions({ session, id, state: 'open' })).catch(
      () => undefined,
    );
    for (const interaction of found?.items ?? []) this.consider(interaction);
  }

  async #start(interaction: Interaction): Promise<void> {
    clearTimeout(this.#timers.get(interaction.id));
    this.#timers.delete(interaction.id);
    if (this.#known.has(interaction.id)) return;
    this.#known.add(interaction.id);
    const open: OpenInteraction = {
      interaction,
      controller: new AbortController(),
      isAnswered: false,
      refusals: 0,
    };
    this.#open.set(interaction.id, open);
    try {
      while (await this.#askOnce(open));
    } catch (error) {
      // Aborted: another client was first, which is reported by its own event.
      if (!open.controller.signal.aborted) await this.#surface.send(unaskable(error));
    } finally {
      // It may have been reopened meanwhile.
      if (this.#open.get(interaction.id) === open) this.#open.delete(interaction.id);
    }
  }

  /** True if it must be shown again. */
  async #askOnce(open: OpenInteraction): Promise<boolean> {
    const { interaction, controller } = open;
    const dialog = await this.#surface.dialog(interaction, controller.signal);
    const body = await FORMS[interactionDefinition(interaction.kind).form](interaction, dialog);
    if (body === undefined || controller.signal.aborted) return false;
    open.isAnswered = true;
    await this.#surface.over(interaction);
    try {
      await this.#surface.client.answer(interaction.id, body);
      return false;
    } catch (error) {
      if (!(error instanceof ReinsError)) throw error;
      const first = firstAnswerOf(error);
      const isOver = error.code === 'interaction_closed' || error.code === 'interaction_not_found';
      await this.#surface.send(first ? tooLate(first) : error.message);
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
    const words = answer && `${capitalized(outcomeText({ state: 'answered', answer }))}.`;
    void this.#surface.over(open.interaction, words);
  }
}

type AskPerson = (interaction: Interaction, dialog: EditorDialog) => Promise<AnswerBody | undefined>;

const FORMS: Readonly<Record<InteractionFormName, AskPerson>> = {
  call: askPermission,
  questions: askQuestions,
  plan: (_ask, dialog) => askPlan(dialog),
  fields: askForm,
};

function tooLate(first: Answer): string {
  return `Your answer was too late. The request was already answered ${deciderText(first)}.`;
}

function unaskable(error: unknown): string {
  return `Claude is waiting for an answer, but this editor could not show the request (${(error as Error).message}). Answer on the page or with "reins answer".`;
}
