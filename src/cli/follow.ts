/** Reads a subscription to its end, telling the person when the hub is lost and when it is back. */
import type { Client } from '../sdk/client.ts';
import type { StreamMessage } from '../sdk/stream-message.ts';
import type { ConnectionState, SubscribeOptions } from '../sdk/subscribe.ts';
import { printText } from './print.ts';

/** Writes what `render` makes of each message, line ends included, one after the other, until the signal fires. */
export async function follow(
  client: Client,
  options: Omit<SubscribeOptions, 'onConnection'>,
  render: (message: StreamMessage) => string,
): Promise<void> {
  for await (const message of client.subscribe({ ...options, onConnection: connectionTeller() })) {
    if (message.type === 'reset')
      console.error("reins: the hub's log began anew; some events may be missing.");
    await printText(render(message));
  }
}

/** On standard error, so that what is piped on stays clean. */
export function connectionTeller(): (state: ConnectionState) => void {
  let isLost = false;
  return (now) => {
    // A stream that the hub has ended on purpose, as when a session is stopped, is taken up again in silence.
    const isEndedOnPurpose = now.state === 'lost' && now.error === undefined && now.failures === 1;
    if (now.state === 'lost' && !isLost && !isEndedOnPurpose) {
      console.error('reins: the hub does not answer; waiting for it to come back.');
      isLost = true;
    }
    if (now.state === 'open' && isLost) {
      console.error('reins: the hub is back.');
      isLost = false;
    }
  };
}
