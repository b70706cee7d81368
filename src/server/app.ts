/** The HTTP app: routes under /api, and errors mapped to their status in this one place. */
import { Hono } from 'hono';
import { REINS_VERSION } from '../lib/version.ts';
import { ERROR_STATUS, ReinsError } from '../protocol/errors.ts';
import type { Health } from '../protocol/hub.ts';

export function createApp(): Hono {
  const app = new Hono();

  app.get('/api/health', (c) => c.json({ status: 'ok', version: REINS_VERSION } satisfies Health));

  app.notFound((c) => {
    const { method, path } = c.req;
    const error = new ReinsError('not_found', `There is no ${method} ${path}. The API lives under /api.`);
    return c.json(error.toBody(), ERROR_STATUS[error.code]);
  });

  app.onError((error, c) => {
    if (error instanceof ReinsError) return c.json(error.toBody(), ERROR_STATUS[error.code]);
    console.error(error);
    const internal = new ReinsError('internal', 'The hub failed to answer. Its log says why.');
    return c.json(internal.toBody(), ERROR_STATUS.internal);
  });

  return app;
}
