/**
 * Calls Slack's Web API. Waits for rate limits, since Slack has not carried out such a call. A call
 * whose fate is unknown is repeated only if repeating it is harmless; otherwise the caller has to find out.
 */
import {
  type Logger,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api';
import { backOff, pause } from '../../sdk/backoff.ts';

/** Slack refused the call and has not carried it out. */
export class SlackRefusal extends Error {
  readonly code: string;

  constructor(method: string, code: string, details = '') {
    super(`Slack refused ${method}: ${code}${details && ` (${details})`}`);
    this.code = code;
  }
}

/** Slack may or may not have carried out the call. */
export class SlackUnsure extends Error {}

export interface SlackApi {
  /** Throws SlackRefusal and SlackUnsure. */
  call(method: string, args?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
}

/** Repeating one of these shows something twice, or fails because its trigger is used up. */
const ONCE: ReadonlySet<string> = new Set([
  'chat.postMessage',
  'chat.postEphemeral',
  'files.completeUploadExternal',
  'views.open',
]);
/** Slack reports these when part of the call may have succeeded. */
const UNSURE: ReadonlySet<string> = new Set(['internal_error', 'fatal_error', 'service_unavailable']);
const TRIES = 8;
const TIMEOUT_MS = 30_000;

export interface SlackApiOptions {
  readonly token: string;
  /** An address to use instead of Slack's, for tests. */
  readonly url?: string | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

export function createSlackApi({ token, url, logger, signal }: SlackApiOptions): SlackApi {
  const client = new WebClient(token, {
    ...(url && { slackApiUrl: url }),
    logger,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: TIMEOUT_MS,
  });
  return {
    async call(method, args = {}) {
      for (let failures = 0; ; ) {
        try {
          return { ...(await client.apiCall(method, { ...args })) };
        } catch (error) {
          if (signal.aborted) throw error;
          if (error instanceof WebAPIRateLimitedError) {
            await pause(error.retryAfter * 1000, signal);
            continue;
          }
          const known = explain(method, error);
          if (known instanceof SlackRefusal || ONCE.has(method) || ++failures >= TRIES) throw known;
          await backOff(failures, signal);
        }
      }
    },
  };
}

function explain(method: string, error: unknown): Error {
  if (error instanceof WebAPIPlatformError) {
    const { error: code, response_metadata } = error.data;
    if (UNSURE.has(code)) return new SlackUnsure(`${method}: ${code}`);
    return new SlackRefusal(method, code, response_metadata?.messages?.join('; ') ?? '');
  }
  if (error instanceof WebAPIHTTPError && error.statusCode < 500)
    return new SlackRefusal(method, `http_${error.statusCode}`);
  if (error instanceof WebAPIHTTPError || error instanceof WebAPIRequestError)
    return new SlackUnsure(`${method}: ${error.message}`);
  return error as Error;
}
