/**
 * The Socket Mode connection: opened again whenever it ends, until the signal fires. Slack's client can
 * reconnect itself, but ends the process if that fails while the network is away.
 */
import { SocketModeClient } from '@slack/socket-mode';
import type { Logger } from '@slack/web-api';
import { recordOf } from '../../lib/json-values.ts';
import { backOff } from '../../sdk/backoff.ts';

/** What Slack delivers; it repeats what was not acknowledged within three seconds. */
export interface Delivery {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Acknowledges it, with a response if its kind takes one. */
  ack(response?: Readonly<Record<string, unknown>>): Promise<void>;
}

export interface SocketOptions {
  readonly appToken: string;
  readonly url?: string | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly onDelivery: (delivery: Delivery) => Promise<void>;
  readonly onConnection: (state: { readonly isOpen: boolean; readonly error?: unknown }) => void;
}

const SHORTEST_MS = 1000;

/** Resolves when the signal fires. Throws if Slack refuses the token. */
export async function keepSocketOpen(options: SocketOptions): Promise<void> {
  const { appToken, url, logger, signal, onDelivery, onConnection } = options;
  for (let failures = 0; !signal.aborted; ) {
    const socket = new SocketModeClient({
      appToken,
      logger,
      autoReconnectEnabled: false,
      clientOptions: { ...(url && { slackApiUrl: url }), retryConfig: { retries: 0 } },
    });
    const ended = new Promise<void>((resolve) => {
      socket.once('disconnected', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    socket.on('slack_event', (delivery: Delivery) => {
      onDelivery(delivery).catch((error: unknown) =>
        logger.error(`A delivery failed: ${(error as Error).message}`),
      );
    });
    try {
      const opened = await Promise.race([socket.start(), ended]);
      if (opened && !signal.aborted) onConnection({ isOpen: true });
      const openedAt = performance.now();
      await ended;
      // A connection that ends right away is a failure, too.
      failures = opened && performance.now() - openedAt > SHORTEST_MS ? 0 : failures + 1;
    } catch (error) {
      if (isRefusedToken(error)) throw error;
      failures++;
      onConnection({ isOpen: false, error });
    } finally {
      // Its promise waits for a response from Slack, which may be gone.
      void socket.disconnect().catch(() => {});
    }
    if (failures > 0) await backOff(failures, signal);
  }
}

const REFUSED: ReadonlySet<string> = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'not_allowed_token_type',
  'missing_scope',
]);

function isRefusedToken(error: unknown): boolean {
  const { error: code } = recordOf(recordOf(error)['data']);
  return typeof code === 'string' && REFUSED.has(code);
}
