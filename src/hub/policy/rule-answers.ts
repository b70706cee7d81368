/**
 * Lets rules answer requests in the same way as people do: the first answer wins. Checks a request when there is a route for
 * its answer. Requests that rules leave open, or whose answer cannot be delivered, stay with people.
 */
import { interactionDefinition } from '../../core/interactions/interaction-definitions.ts';
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
  /** The current decision of the rules about an open request. */
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
    this.checkAll();
  }

  /** Whether rules have an answer to it. */
  willAnswer(interactionId: string): boolean {
    const interaction = this.#options.reader.interaction(interactionId);
    return interaction?.state === 'open' && this.#outcomeOf(interaction) !== undefined;
  }

  /** Checks all open requests again, for example because the rules have changed. */
  checkAll(): void {
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

  /** Not within the commit itself: for everyone, what we append must come after it. */
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
      this.#options.output.warn(`Rules failed to answer interaction ${interactionId}`, error);
    } finally {
      this.#busy.delete(interactionId);
      // There may be another route by now.
      if (this.#due.has(interactionId)) this.#schedule(interactionId);
    }
  }

  /** Undefined if a person must answer, also if rules fail. */
  #outcomeOf(interaction: Interaction): Outcome | undefined {
    try {
      const outcome = this.#options.decide(interaction);
      return outcome.decision === 'ask' ? undefined : outcome;
    } catch (error) {
      this.#options.output.warn(
        `Rules failed for interaction ${interaction.id}; a person must answer`,
        error,
      );
      return undefined;
    }
  }

  async #answer(interaction: Interaction, outcome: Outcome): Promise<void> {
    const { answers, stop } = this.#options;
    const name = outcome.rule?.name ?? 'rule';
    const isStop = outcome.decision === 'stop_session';
    const body = isStop ? interactionDefinition(interaction.kind).stop(stopReason(name)) : outcome.answer;
    try {
      // Answers by rules have no input, suggestion or mode of their own, so they need no role.
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

/** The reason Claude gets for a request whose session a rule stops. */
function stopReason(rule: string): string {
  return `The session is being stopped by the user's rule "${rule}".`;
}

/** Someone else was first, or there is no longer a route: not an error. */
function isLost(error: unknown): boolean {
  return error instanceof ReinsError && (error.code === 'interaction_closed' || error.code === 'no_route');
}
