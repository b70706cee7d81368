/** Whether the rules can be used: if the file is invalid, none applies. */

import { locateHome } from '../../hub/home/reins-home.ts';
import { describeProblem } from '../../hub/policy/describe-policy.ts';
import { lookAtPolicy } from '../../hub/policy/policy-store.ts';
import { plural } from '../terminal/format.ts';
import type { Check } from './check.ts';

export const policyCheck: Check = {
  name: 'Rules',
  look(env) {
    const { policyFile } = locateHome(env);
    const { policy, problems, version } = lookAtPolicy(policyFile);
    const [first] = problems;
    if (first) {
      const more = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
      return {
        verdict: 'warn',
        message: `no rule applies: ${describeProblem(first, policyFile)}${more}`,
        fix: 'Fix the file; until then, you are asked about everything. "reins policy" lists the problems.',
      };
    }
    if (version === undefined) return { verdict: 'ok', message: 'none; you are asked about everything' };
    return { verdict: 'ok', message: `${plural(policy.rules.length, 'rule')} in ${policyFile}` };
  },
};
