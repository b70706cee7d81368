/** `POST /api/hooks`: the collector. The body is kept as it came, so it is not parsed here. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { ComeAgain } from '../../core/come-again.ts';
import type { AppEnv } from '../app-env.ts';
import { ANY_OBJECT, anyJson, failures } from '../openapi/describe-route.ts';
import { readAsk } from '../read-ask.ts';
import { replyWithSigns } from '../reply-with-signs.ts';
import type { HookOrigin, ServerDeps } from '../server-deps.ts';

/** Whatever else is sent in their place is passed over: a hook is never refused for its headers. */
const originHeaders = z.object({
  'x-reins-host': z.string().optional().openapi({ description: 'The machine that the session runs on' }),
  'x-reins-order': z.string().optional().openapi({
    description: 'A number that grows from hook to hook, for those that run side by side',
  }),
  'x-reins-view': z.string().optional().openapi({
    description: '"hooks" where hooks are all the hub gets of the session: they then tell its conversation',
  }),
});

const hooks = createRoute({
  method: 'post',
  path: '/api/hooks',
  summary: 'Takes any hook of Claude Code',
  description:
    'For ingest tokens only. The answer comes when the hook is durable, and is what the hook replies.',
  tags: ['hub'],
  request: {
    headers: originHeaders,
    body: {
      required: true,
      description: 'The JSON that Claude Code gives to a hook, of whatever event',
      content: { 'application/json': { schema: ANY_OBJECT } },
    },
  },
  responses: {
    200: anyJson('What the hook replies to Claude Code; empty for no opinion'),
    202: {
      description:
        'Nothing for Claude Code: somebody is there to answer, so an ask that blocks it may be posted again, to wait ' +
        'for this many seconds',
      content: { 'text/plain': { schema: z.string() } },
    },
    ...failures(400, 401, 403, 413),
  },
});

export function addHookRoute(app: OpenAPIHono<AppEnv>, deps: Pick<ServerDeps, 'receiveHook'>): void {
  app.openapi(hooks, async (c) => {
    const header = (name: string) => c.req.header(name);
    const ask = readAsk(header, c.req.raw.signal);
    const replied = deps.receiveHook(await c.req.text(), { ...originOf(header), ask });
    const { outgoing } = c.env;
    if (ask?.comesAgain && outgoing) {
      await replyWithSigns(outgoing, replied);
      return RESPONSE_ALREADY_SENT;
    }
    const reply = await replied;
    if (reply instanceof ComeAgain) return c.text(String(reply.seconds), 202);
    return c.json(reply, 200);
  });
}

const HOST_NAME = /^[^\s\p{C}]{1,253}$/u;

function originOf(header: (name: string) => string | undefined): HookOrigin {
  const host = header('x-reins-host');
  const order = header('x-reins-order') ?? '';
  return {
    tellsAll: header('x-reins-view') === 'hooks',
    ...(host !== undefined && HOST_NAME.test(host) && { host }),
    ...(/^\d{1,10}$/.test(order) && { order: Number(order) }),
  };
}
