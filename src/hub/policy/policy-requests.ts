/** Rules for the API: shows them, replaces them as a whole, and tests them on past requests. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HubPlaces } from '../../core/policy/pending-interaction.ts';
import { checkPolicy } from '../../core/policy/read-policy.ts';
import { type PastInteraction, simulate } from '../../core/policy/simulate.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Policy, Simulated } from '../../protocol/policy.ts';
import type { PolicyAnswer, SimulatedAsk, Simulation, SimulationRequest } from '../../protocol/policy-api.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { looksAtCosts, toPendingInteraction } from './compiled-rules.ts';
import { type PolicyState, type PolicyStore, policyInvalid } from './policy-store.ts';
import { SessionCosts } from './session-costs.ts';

export interface PolicyRequestsOptions {
  readonly policy: PolicyStore;
  readonly reader: Pick<LogReader, 'pastInteractions' | 'eventsOfTypes' | 'sessionsActiveSince'>;
  readonly places: () => HubPlaces;
}

/** This many are processed in a row; then other work gets a turn. */
const AT_ONCE = 50;
const LONGEST_TEXT = 500;

export class PolicyRequests {
  readonly #options: PolicyRequestsOptions;

  constructor(options: PolicyRequestsOptions) {
    this.#options = options;
  }

  get(): PolicyAnswer {
    return toAnswer(this.#options.policy.current());
  }

  /** Throws `policy_invalid` with positions in the text, or `policy_changed`. `expected` is null if no file is expected. */
  replace(text: string, expected?: string | null): PolicyAnswer {
    return toAnswer(this.#options.policy.replaceText(text, expected));
  }

  /** Throws `policy_invalid`. */
  async simulate({ policy: given, since, limit }: SimulationRequest): Promise<Simulation> {
    const { policy, reader, places } = this.#options;
    const tried = given === undefined ? policy.current().policy : requirePolicy(given);
    const hub = places();
    const costs = looksAtCosts(tried) ? new SessionCosts(reader) : undefined;
    const past = reader.pastInteractions({ limit, ...(since !== undefined && { since }) });
    const items: SimulatedAsk[] = [];
    for (const [index, interaction] of past.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
      const { session_id, opened_at } = interaction;
      const { cwd, permission_mode } = toPendingInteraction(interaction);
      const pending: PastInteraction = {
        interaction,
        circumstances: { cwd, permission_mode },
        moment: { hub, ...costs?.costs(session_id, new Date(opened_at)) },
      };
      for (const simulated of simulate(tried, [pending])) items.push(describe(interaction, simulated));
    }
    return { items, counts: count(items) };
  }
}

function requirePolicy(given: unknown): Policy {
  const { policy, problems } = checkPolicy(given);
  if (!policy) throw policyInvalid(problems);
  return policy;
}

function toAnswer({ policy, version, problems }: PolicyState): PolicyAnswer {
  return { policy, version: version ?? null, problems: [...problems] };
}

function describe(interaction: Interaction, simulated: Simulated): SimulatedAsk {
  const { session_id, kind, tool_name, input, cwd, opened_at, answer } = interaction;
  return {
    ...simulated,
    session_id,
    kind,
    ...(tool_name !== undefined && { tool_name }),
    input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, cut(value)])),
    ...(cwd !== undefined && { cwd }),
    opened_at,
    ...(answer && { answered_by: answer.by }),
  };
}

function cut(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value;
  return `${value.slice(0, LONGEST_TEXT)}…`;
}

function count(items: readonly SimulatedAsk[]): Simulation['counts'] {
  const counts = { asks: items.length, would: {}, compared: {} } as Simulation['counts'];
  for (const { would, compared } of items) {
    counts.would[would] = (counts.would[would] ?? 0) + 1;
    counts.compared[compared] = (counts.compared[compared] ?? 0) + 1;
  }
  return counts;
}
