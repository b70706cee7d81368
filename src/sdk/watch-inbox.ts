/** Pending requests, kept live: the open ones whenever they change, and what changed them. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Client } from './client.ts';
import { untilAnswered } from './retry-until-reached.ts';
import { isLogEvent } from './stream-message.ts';
import type { SubscribeOptions } from './subscribe.ts';

/** The pending requests after a change. */
export interface InboxNews {
  /** All that are open now, oldest first. */
  readonly open: readonly Interaction[];
  /** The event that changed them; absent with the first update, and after the hub's log was reset. */
  readonly event?: ReinsEvent;
}

/** Options of `watchInbox`. */
export interface InboxOptions extends Pick<SubscribeOptions, 'signal' | 'onConnection' | 'backoff'> {
  /** Only this session. */
  readonly session?: string | undefined;
}

/**
 * Yields open requests first, then updates until the signal fires. Nothing is missed across lost connections.
 */
export async function* watchInbox(client: Client, options: InboxOptions): AsyncGenerator<InboxNews> {
  const { session, ...rest } = options;
  const filter = { state: 'open' as const, ...(session !== undefined && { session }) };
  // The stream reports everything after this point, so nothing falls between the two.
  const { last_event_id: lastEventId } = await client.list({ limit: 1 });
  yield { open: (await client.interactions(filter)).items };
  const from = { lastEventId, live: false, ...(session !== undefined && { sessionId: session }) };
  for await (const message of client.subscribe({ ...from, ...rest })) {
    const event = isLogEvent(message) && 'interaction_id' in message.event ? message.event : undefined;
    if (!event && message.type !== 'snapshot') continue;
    // The hub may be unavailable right now; the stream that reported the change waits for it too.
    const answer = await untilAnswered(() => client.interactions(filter), options).catch((error: unknown) => {
      if (!options.signal.aborted) throw error;
    });
    if (answer) yield { open: answer.items, ...(event && { event }) };
  }
}
