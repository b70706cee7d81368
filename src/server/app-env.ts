/** What a request carries through the app: Node's own objects, and who is calling. */
import type { HttpBindings } from '@hono/node-server';
import type { Identity } from '../protocol/access.ts';
import type { Caller } from './access/caller.ts';

export interface AppEnv {
  /** `outgoing` is missing while a WebSocket is being opened. */
  Bindings: Pick<HttpBindings, 'incoming'> &
    Partial<Pick<HttpBindings, 'outgoing'>> & {
      /** Call it when the caller is known: their connection no longer counts as a stranger's. */
      readonly trust?: () => void;
      /** Set when another host of the fleet calls: who calls there, with a role that this host has capped. */
      readonly remote?: Identity;
    };
  /** Both are set on every route that needs a token. `identity` is the caller at the first check. */
  Variables: {
    identity: Identity;
    caller: Caller;
    /** Set if a page of another origin calls, which the settings allow. */
    foreignOrigin?: string;
  };
}
