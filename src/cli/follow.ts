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
function connectionTeller(): (state: ConnectionState) => void {
  let isLost = false;
  return ({ state }) => {
    if (state === 'lost' && !isLost)
      console.error('reins: the hub does not answer; waiting for it to come back.');
    if (state === 'open' && isLost) console.error('reins: the hub is back.');
    isLost = state === 'lost';
  };
}
