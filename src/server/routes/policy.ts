/** Rules: the active policy, replacing it, and testing rules on past requests. */
import type { Context } from 'hono';
import { ReinsError } from '../../protocol/errors.ts';
import type { PolicyAnswer } from '../../protocol/policy-api.ts';
import type { AppEnv } from '../app-env.ts';
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';

/** The version of a policy that does not exist yet. */
const NO_FILE = 'none';

export function policyHandlers({ policy }: ServerDeps) {
  return {
    'GET /api/policy': ({ c }) => withVersion(c, policy.get()),
    'PUT /api/policy': async ({ c, headers }) =>
      withVersion(c, policy.replace(await c.req.text(), expectedOf(headers['if-match']))),
    'POST /api/policy/simulate': ({ body }) => policy.simulate(body),
  } satisfies Partial<Handlers>;
}

function withVersion(c: Context<AppEnv>, answer: PolicyAnswer): PolicyAnswer {
  c.header('ETag', `"${answer.version ?? NO_FILE}"`);
  return answer;
}

/** Undefined: any version. Null: no policy may exist yet. */
function expectedOf(header: string | undefined): string | null | undefined {
  if (header === undefined || header === '*') return undefined;
  const [, version] = /^\s*(?:W\/)?"([^"]+)"\s*$/.exec(header) ?? [];
  if (version === undefined)
    throw new ReinsError(
      'invalid_request',
      'If-Match must be one version in quotes, as returned in the ETag.',
    );
  return version === NO_FILE ? null : version;
}
