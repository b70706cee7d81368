/** Receives hooks. The body is stored unchanged, so it is not parsed here. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { RetryLater } from '../../core/retry-later.ts';
import type { Handlers } from '../handle-routes.ts';
import { readWaitingHook } from '../read-waiting-hook.ts';
import { replyWithSigns } from '../reply-with-signs.ts';
import type { HookOrigin, ServerDeps } from '../server-deps.ts';

export function hookHandlers(deps: ServerDeps) {
  return {
    'POST /api/hooks': async ({ c }) => {
      const header = (name: string) => c.req.header(name);
      const waiting = readWaitingHook(header, c.req.raw.signal);
      const replied = deps.receiveHook(await c.req.text(), { ...originOf(header), waiting });
      const { outgoing } = c.env;
      if (waiting?.retries && outgoing) {
        await replyWithSigns(outgoing, replied);
        return RESPONSE_ALREADY_SENT;
      }
      const reply = await replied;
      return reply instanceof RetryLater ? c.text(String(reply.seconds), 202) : c.json(reply);
    },
  } satisfies Partial<Handlers>;
}

const HOST_NAME = /^[^\s\p{C}]{1,253}$/u;

function originOf(header: (name: string) => string | undefined): HookOrigin {
  const host = header('x-reins-host');
  const order = header('x-reins-order') ?? '';
  return {
    hooksOnly: header('x-reins-view') === 'hooks',
    ...(host !== undefined && HOST_NAME.test(host) && { host }),
    ...(/^\d{1,10}$/.test(order) && { order: Number(order) }),
  };
}
