/** The client calls about rules. Each is one request. */
import type { PolicyInput } from '../protocol/policy.ts';
import type { PolicyAnswer, Simulation, SimulationRequestInput } from '../protocol/policy-api.ts';
import type { CallHub } from './hub-request.ts';

/** Calls about rules. */
export interface PolicyCalls {
  /** The rules. */
  readonly policy: {
    /** The rules in force, and problems of the file. */
    get(): Promise<PolicyAnswer>;
    /**
     * Returns the policy in force after the change. With the `version` from `get`, throws `policy_changed` if
     * someone else was faster. Throws `policy_invalid` with `details.problems`.
     */
    replace(
      policy: PolicyInput,
      options?: {
        /** The version that the caller has seen. */
        readonly version?: string | null;
      },
    ): Promise<PolicyAnswer>;
    /** What rules, current or new ones, would have decided on past requests. */
    simulate(request?: SimulationRequestInput): Promise<Simulation>;
  };
}

export function policyCalls(call: CallHub): PolicyCalls {
  return {
    policy: {
      get: () => call('GET /api/policy'),
      replace: (body, { version } = {}) =>
        call('PUT /api/policy', {
          body,
          ...(version !== undefined && { headers: { 'if-match': `"${version ?? 'none'}"` } }),
        }),
      simulate: (body = {}) => call('POST /api/policy/simulate', { body }),
    },
  };
}
