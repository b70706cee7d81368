/** The calls of a client about rules. Each is one request. */
import type { PolicyInput } from '../protocol/policy.ts';
import type { PolicyAnswer, Simulation, SimulationRequestInput } from '../protocol/policy-api.ts';
import type { CallHub } from './hub-request.ts';

export interface PolicyCalls {
  readonly policy: {
    get(): Promise<PolicyAnswer>;
    /**
     * Answers with the policy as it is then in force. With `version`, as `get` told it, throws `policy_changed` when
     * somebody was faster. Throws `policy_invalid` with `details.problems`.
     */
    replace(policy: PolicyInput, options?: { readonly version?: string | null }): Promise<PolicyAnswer>;
    /** What rules, those in force or others, would have decided over past interactions. */
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
