/** Routes about the rules that answer on a person's behalf. */
import { z } from 'zod';
import { policySchema } from '../policy.ts';
import { policyAnswerSchema, simulationRequestSchema, simulationSchema } from '../policy-api.ts';
import { defineRoutes } from './define-routes.ts';

export const ruleRoutes = defineRoutes('rules', {
  'GET /api/policy': {
    id: 'getPolicy',
    role: 'viewer',
    summary: 'Returns the rules in force and any problems with them.',
    answers: { 200: ['The policy; its version is also the ETag', policyAnswerSchema] },
  },
  'PUT /api/policy': {
    id: 'replacePolicy',
    role: 'operator',
    summary: 'Replaces the policy.',
    description:
      'The body is the new content of `policy.json`. With `If-Match`, it is replaced only if it still has that version (`"none"`: ' +
      'only if it does not exist yet); otherwise the response is 409 `policy_changed`. Problems are listed in `details.problems`, ' +
      'with the line in the body.',
    headers: z.object({ 'if-match': z.string().optional() }),
    // Problems are reported by line, so the text itself is needed.
    body: policySchema,
    bodyIs: 'raw',
    answers: { 200: ['The policy that is now in force', policyAnswerSchema] },
    fails: [409],
  },
  'POST /api/policy/simulate': {
    id: 'simulatePolicy',
    role: 'operator',
    summary: 'Shows what rules would have decided about past requests.',
    description: 'Changes nothing. Links are not followed, since files may have moved.',
    body: simulationRequestSchema,
    bodyIs: 'optional',
    answers: { 200: ['Past interactions, oldest first', simulationSchema] },
  },
});
