/** Decides a request by the current rules, with everything that they may take into account. */

import { decide, type Outcome } from '../../core/policy/decide.ts';
import { flagInteraction } from '../../core/policy/flag-interaction.ts';
import { namedPaths } from '../../core/policy/named-paths.ts';
import type { HubPlaces, Moment, PendingInteraction } from '../../core/policy/pending-interaction.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Interaction, InteractionFlag } from '../../protocol/interactions.ts';
import type { Policy } from '../../protocol/policy.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { PolicyStore } from './policy-store.ts';
import { followLinks } from './real-paths.ts';
import { SessionCosts } from './session-costs.ts';

export interface CompiledRulesOptions {
  readonly policy: Pick<PolicyStore, 'current'>;
  readonly reader: Pick<LogReader, 'eventsOfTypes' | 'sessionsActiveSince'>;
  /** The current address of the hub. */
  readonly places: () => HubPlaces;
  /** The name of this machine. */
  readonly host: string;
  readonly now: Clock;
}

export class CompiledRules {
  readonly #options: CompiledRulesOptions;
  readonly #costs: SessionCosts;

  constructor(options: CompiledRulesOptions) {
    this.#options = options;
    this.#costs = new SessionCosts(options.reader);
  }

  decide(interaction: Interaction): Outcome {
    const { policy } = this.#options.policy.current();
    if (policy.rules.length === 0) return { decision: 'ask', reason: 'There are no rules.' };
    const pending = toPendingInteraction(interaction);
    const now = new Date(this.#options.now());
    const costs = looksAtCosts(policy) ? this.#costs.costs(pending.session_id, now) : {};
    const isHere = interaction.host === this.#options.host;
    return decide(policy, pending, { now, ...costs, ...this.#surroundings(pending, isHere) });
  }

  flag(pending: PendingInteraction): InteractionFlag[] {
    return flagInteraction(pending, this.#surroundings(pending));
  }

  /** New cost information about a session has arrived. */
  recount(sessionId: string): void {
    this.#costs.forget(sessionId);
  }

  /** Link targets on another machine are unknown: then no rule grants a file. */
  #surroundings(pending: PendingInteraction, isHere = true): Pick<Moment, 'hub' | 'links'> {
    const hub = this.#options.places();
    return { hub, links: isHere ? followLinks(namedPaths(pending, hub.userHome)) : new Map() };
  }
}

export function toPendingInteraction(interaction: Interaction): PendingInteraction {
  const { kind, tool_name, input, session_id, agent_id, cwd, without_hook } = interaction;
  // For a dialog that only the terminal shows, the mode is the last one reported: a key may have changed it.
  const permission_mode = without_hook ? undefined : interaction.permission_mode;
  return { kind, tool_name, input, session_id, agent_id, cwd, permission_mode };
}

/** Adding up costs takes a while: only for rules that use them. */
export function looksAtCosts({ rules }: Policy): boolean {
  return rules.some(
    ({ match }) => match.session_cost_usd_over !== undefined || match.day_cost_usd_over !== undefined,
  );
}
