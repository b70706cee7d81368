/** One Web Push message to one subscription: encrypted for the browser, signed for its push service. */
import type { PushSubscription } from '../protocol/notify.ts';
import { post } from './guarded-request.ts';
import type { KeyPair } from './push-keys.ts';
import type { Message, Sent } from './target.ts';

export interface PushOptions {
  readonly keys: KeyPair;
  /** Push services require contact details of the sender. */
  readonly contact: string;
  readonly allowPrivate: boolean;
}

/** A request that is a day old has been seen another way. */
const KEEP_S = 24 * 60 * 60;
const TIMEOUT_MS = 10_000;

export async function sendPush(
  subscription: PushSubscription,
  message: Message,
  { keys, contact, allowPrivate }: PushOptions,
): Promise<Sent> {
  try {
    // Loaded with the first message: it would make every start of a hub slower.
    const { default: webpush } = await import('web-push');
    const { endpoint, headers, body } = webpush.generateRequestDetails(
      subscription,
      JSON.stringify(message),
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: KEEP_S,
        urgency: message.silent || message.type === 'withdraw' ? 'normal' : 'high',
        // While the device is offline, its push service keeps only the newest message of a topic.
        topic: message.tag,
        contentEncoding: 'aes128gcm',
      },
    );
    const asText = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const { status, retryAfter } = await post(endpoint, {
      headers: Object.fromEntries(asText),
      body,
      allowPrivate,
      timeoutMs: TIMEOUT_MS,
    });
    return readStatus(status, retryAfter);
  } catch (error) {
    return { state: 'failed', reason: (error as Error).message, retryMs: 0 };
  }
}

function readStatus(status: number, retryAfter: string | undefined): Sent {
  if (status >= 200 && status < 300) return { state: 'accepted' };
  if (status === 404 || status === 410) {
    return { state: 'failed', reason: 'the browser has ended this subscription', isGone: true };
  }
  const reason = `the push service responded with status ${status}`;
  if (status !== 429 && status < 500) return { state: 'failed', reason };
  const seconds = Number(retryAfter);
  return { state: 'failed', reason, retryMs: Number.isFinite(seconds) ? seconds * 1000 : 0 };
}
