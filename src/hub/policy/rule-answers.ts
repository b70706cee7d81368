/**
 * Lets rules answer what Claude waits for, through the same door as people: whoever is first has answered. Looks at an
 * ask when there is a way to answer it; what rules leave open, or cannot get across, stays with people.
 */
import { askKindOf } from '../../core/asks/ask-kinds.ts';
import type { Outcome } from '../../core/policy/decide.ts';
import type { AnswerDelivery } from '../../interactions/answer-delivery.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { EventLog, LoggedEvent } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';

export interface RuleAnswersOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: Pick<LogReader, 'interaction' | 'interactions'>;
  readonly output: HubLog;
  readonly now: Clock;
  /** What rules say of an open ask, now. */
  readonly decide: (interaction: Interaction) => Outcome;
  readonly answers: Pick<AnswerDelivery, 'answer'>;
  readonly stop: (sessionId: string) => Promise<void>;
}

export class RuleAnswers {
  readonly #options: RuleAnswersOptions;
  readonly #due = new Set<string>();
  readonly #busy = new Set<string>();
  readonly #stopListening: () => void;
  #isClosed = false;

  constructor(options: RuleAnswersOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => this.#onCommit(events));
    this.lookAtAll();
  }

  /** Whether rules have an answer to it. */
  willAnswer(interactionId: string): boolean {
    const interaction = this.#options.reader.interaction(interactionId);
    return interaction?.state === 'open' && this.#outcomeOf(interaction) !== undefined;
  }

  /** Everything that is open, for example because the rules have changed. */
  lookAtAll(): void {
    for (const { id } of this.#options.reader.interactions('open')) this.#schedule(id);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
  }

  #onCommit(events: readonly LoggedEvent[]): void {
    for (const { event } of events) {
      if (event.type !== 'interaction_opened' && event.type !== 'interaction_updated') continue;
      if (event.routes && event.routes.length > 0) this.#schedule(event.interaction_id);
    }
  }

  /** Not within the commit itself: what we append must come after it for everyone. */
  #schedule(interactionId: string): void {
    this.#due.add(interactionId);
    setImmediate(() => {
      const isFree = !this.#isClosed && !this.#busy.has(interactionId);
      if (isFree && this.#due.delete(interactionId)) void this.#look(interactionId);
    });
  }

  async #look(interactionId: string): Promise<void> {
    this.#busy.add(interactionId);
    try {
      const interaction = this.#options.reader.interaction(interactionId);
      if (interaction?.state !== 'open' || interaction.routes.length === 0) return;
      const outcome = this.#outcomeOf(interaction);
      if (outcome) await this.#answer(interaction, outcome);
    } catch (error) {
      this.#options.output.warn(`Rules could not answer interaction ${interactionId}`, error);
    } finally {
      this.#busy.delete(interactionId);
      // There may be another way by now.
      if (this.#due.has(interactionId)) this.#schedule(interactionId);
    }
  }

  /** Undefined when a person is to answer, also when rules fail. */
  #outcomeOf(interaction: Interaction): Outcome | undefined {
    try {
      const outcome = this.#options.decide(interaction);
      return outcome.decision === 'ask' ? undefined : outcome;
    } catch (error) {
      this.#options.output.warn(`Rules failed over interaction ${interaction.id}; a person is asked`, error);
      return undefined;
    }
  }

  async #answer(interaction: Interaction, outcome: Outcome): Promise<void> {
    const { answers, stop } = this.#options;
    const name = outcome.rule?.name ?? 'rule';
    const isStop = outcome.decision === 'stop_session';
    const body = isStop ? askKindOf(interaction.kind).stop(stopWords(name)) : outcome.answer;
    try {
      // What rules answer has no input, suggestion or mode of its own: there is nothing that would need a role.
      await answers.answer(interaction.id, body, { by: { type: 'rule', name }, authorize: () => {} });
    } catch (error) {
      if (isLost(error)) return;
      throw error;
    }
    if (!isStop) return;
    this.#warnOfStop(interaction, name);
    await stop(interaction.session_id);
  }

  #warnOfStop({ session_id: sessionId }: Interaction, name: string): void {
    const { log, now } = this.#options;
    const message = `Rule "${name}" stopped the session. It can be resumed.`;
    log.append([
      {
        sessionId,
        drafts: [{ type: 'warning_raised', source: 'driver', at: now(), code: 'stopped_by_rule', message }],
      },
    ]);
  }
}

function stopWords(rule: string): string {
  return `The session is being stopped by the rule "${rule}" of the user.`;
}

/** Somebody was first, or there is no way to answer any more: nothing went wrong. */
function isLost(error: unknown): boolean {
  return error instanceof ReinsError && (error.code === 'interaction_closed' || error.code === 'no_route');
}
