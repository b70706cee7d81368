/** For calls that go without a body: many clients name its type although none follows, and that is no broken JSON. */
import type { MiddlewareHandler } from 'hono';

export const forgetEmptyBody: MiddlewareHandler = async (c, next) => {
  const isEmpty = (c.req.header('Content-Length') ?? '0') === '0' && !c.req.header('Transfer-Encoding');
  if (isEmpty) c.req.raw.headers.delete('Content-Type');
  return next();
};
