/** What a request carries through the app: Node's own objects, and who is calling. */
import type { HttpBindings } from '@hono/node-server';
import type { Identity } from '../protocol/access.ts';

export interface AppEnv {
  /** `outgoing` is missing while a WebSocket is being opened. */
  Bindings: Pick<HttpBindings, 'incoming'> & Partial<Pick<HttpBindings, 'outgoing'>>;
  /** `identity` is set on every route that needs a token. */
  Variables: { identity: Identity };
}
