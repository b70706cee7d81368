/** Rules: what is in force, another policy in its place, and what rules would have decided over past interactions. */
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { ReinsError } from '../../protocol/errors.ts';
import { type PolicyAnswer, simulationRequestSchema } from '../../protocol/policy-api.ts';
import { answerJson } from '../answer-json.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json, jsonBody, refBody } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

/** The version of a policy that does not exist yet. */
const NO_FILE = 'none';

const read = createRoute({
  method: 'get',
  path: '/api/policy',
  summary: 'The rules in force, and what is wrong with them',
  tags: ['rules'],
  responses: { 200: json('The policy; its version is also the ETag', 'PolicyAnswer'), ...failures(401, 403) },
});

const replace = createRoute({
  method: 'put',
  path: '/api/policy',
  summary: 'Puts another policy in place of the one in force',
  description:
    'The body is what `policy.json` shall hold. With `If-Match`, only if it is still that version (`"none"`: if there is ' +
    'none yet); otherwise 409 `policy_changed`. What is wrong is told with the line in the body: `details.problems`.',
  tags: ['rules'],
  request: {
    headers: z.object({ 'if-match': z.string().optional() }),
    body: refBody('The policy', 'Policy'),
  },
  responses: {
    200: json('The policy as it is now in force', 'PolicyAnswer'),
    ...failures(400, 401, 403, 409, 413),
  },
});

const simulate = createRoute({
  method: 'post',
  path: '/api/policy/simulate',
  summary: 'What rules would have decided over past interactions',
  description: 'Changes nothing. Links are not followed, since files may lie elsewhere today.',
  tags: ['rules'],
  request: { body: jsonBody(simulationRequestSchema) },
  responses: {
    200: json('Past interactions, oldest first', 'Simulation'),
    ...failures(400, 401, 403, 413, 415),
  },
});

export function addPolicyRoutes(app: OpenAPIHono<AppEnv>, { policy }: Pick<ServerDeps, 'policy'>): void {
  app.openapi(read, (c) => answerPolicy(c, policy.get()));
  app.openapi(replace, async (c) =>
    answerPolicy(c, policy.replace(await c.req.text(), expectedOf(c.req.header('if-match')))),
  );
  app.openapi(simulate, async (c) => {
    const request = simulationRequestSchema.parse(c.req.valid('json') ?? {});
    return answerJson(c, await policy.simulate(request));
  });
}

function answerPolicy(c: Context<AppEnv>, answer: PolicyAnswer) {
  c.header('ETag', `"${answer.version ?? NO_FILE}"`);
  return answerJson(c, answer);
}

/** Undefined: whatever is there. Null: nothing may be there yet. */
function expectedOf(header: string | undefined): string | null | undefined {
  if (header === undefined || header === '*') return undefined;
  const [, version] = /^\s*(?:W\/)?"([^"]+)"\s*$/.exec(header) ?? [];
  if (version === undefined)
    throw new ReinsError('invalid_request', 'If-Match takes one version in quotes, as the ETag gave it.');
  return version === NO_FILE ? null : version;
}
