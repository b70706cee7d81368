/**
 * The rules of a running hub: their file, their decisions, and their answers. Flags requests from the start, but answers
 * only once the hub's address is known, since no rule may grant access to it.
 */

import { decideAlone, type Outcome } from '../../core/policy/decide.ts';
import type { PendingInteraction } from '../../core/policy/pending-interaction.ts';
import type { AnswerDelivery } from '../../interactions/answer-delivery.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { Interaction, InteractionFlag } from '../../protocol/interactions.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { CompiledRules } from './compiled-rules.ts';
import { describePolicy } from './describe-policy.ts';
import { findHubPlaces, type HubPlacesOptions } from './hub-places.ts';
import { PolicyRequests } from './policy-requests.ts';
import { type PolicyState, PolicyStore } from './policy-store.ts';
import { RuleAnswers } from './rule-answers.ts';

export interface RulesOptions extends Pick<HubPlacesOptions, 'home' | 'userHome' | 'configFolder'> {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly output: HubLog;
  readonly now: Clock;
  /** The name of this machine, as sessions report it. */
  readonly host: string;
  /** The future address of the hub. */
  readonly url: string;
  readonly allowedHosts: () => readonly string[];
}

export class Rules {
  /** For clients that show and change them. */
  readonly requests: PolicyRequests;
  readonly #policy: PolicyStore;
  readonly #options: RulesOptions;
  readonly #compiled: CompiledRules;
  readonly #stopListening: () => void;
  #url: string;
  #answers: RuleAnswers | undefined;

  constructor(options: RulesOptions) {
    this.#options = options;
    this.#url = options.url;
    const { log, reader, home, host, now } = options;
    this.#policy = new PolicyStore(home.policyFile, (state) => this.#onChange(state), now);
    const common = { policy: this.#policy, reader, places: () => this.#places() };
    this.#compiled = new CompiledRules({ ...common, host, now });
    this.requests = new PolicyRequests(common);
    this.#stopListening = log.onCommit((events) => {
      for (const { event } of events) {
        const isCost = event.type === 'cost_counted' || event.type === 'turn_finished';
        if (isCost) this.#compiled.recount(event.session_id);
      }
    });
    const { version, problems } = this.#policy.current();
    if (version !== undefined || problems.length > 0) this.#report(this.#policy.current());
  }

  /** From now on, rules answer. `url` is the address of the hub. */
  start({
    url,
    answers,
    stop,
  }: {
    url: string;
    answers: AnswerDelivery;
    stop: (sessionId: string) => Promise<void>;
  }): void {
    this.#url = url;
    const { log, reader, output, now } = this.#options;
    const decide = (interaction: Interaction) => this.#decide(interaction);
    this.#answers = new RuleAnswers({ log, reader, output, now, decide, answers, stop });
  }

  /** Must not prevent a request from being opened. */
  flag(pending: PendingInteraction): readonly InteractionFlag[] {
    try {
      return this.#compiled.flag(pending);
    } catch (error) {
      this.#options.output.warn('Failed to check whether a request touches the hub', error);
      return [];
    }
  }

  willAnswer(interactionId: string): boolean {
    return this.#answers?.willAnswer(interactionId) ?? false;
  }

  close(): void {
    this.#answers?.close();
    this.#stopListening();
    this.#policy.close();
  }

  /** In unattended sessions, a request that rules leave to a person is decided immediately, even if the rules fail. */
  #decide(interaction: Interaction): Outcome {
    const { session_id, kind } = interaction;
    const isAlone = this.#options.reader.session(session_id)?.autonomy?.non_interactive ?? false;
    try {
      const outcome = this.#compiled.decide(interaction);
      return isAlone && outcome.decision === 'ask' ? decideAlone(kind) : outcome;
    } catch (error) {
      if (!isAlone) throw error;
      this.#options.output.warn(`Rules failed for interaction ${interaction.id}`, error);
      return decideAlone(kind);
    }
  }

  #places() {
    const { home, userHome, configFolder, allowedHosts } = this.#options;
    return findHubPlaces({ home, userHome, configFolder, url: this.#url, allowedHosts: allowedHosts() });
  }

  #onChange(state: PolicyState): void {
    this.#report(state);
    this.#answers?.checkAll();
  }

  #report(state: PolicyState): void {
    const { output, home } = this.#options;
    const message = describePolicy(state, home.policyFile);
    if (state.problems.length > 0) output.warn(message);
    else output.info(message);
  }
}
