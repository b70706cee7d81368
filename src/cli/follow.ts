/** Reads a subscription to its end, and reports when the hub is lost and when it is back. */
import type { Client } from '../sdk/client.ts';
import type { StreamMessage } from '../sdk/stream-message.ts';
import type { ConnectionState, SubscribeOptions } from '../sdk/subscribe.ts';
import { printText } from './print.ts';

/** Writes the output of `render` for each message, including line ends, in order, until the signal fires. */
export async function follow(
  client: Client,
  options: Omit<SubscribeOptions, 'onConnection'>,
  render: (message: StreamMessage) => string,
): Promise<void> {
  for await (const message of client.subscribe({ ...options, onConnection: reportConnection() })) {
    if (message.type === 'reset')
      console.error("reins: the hub's log was reset; some events may be missing.");
    await printText(render(message));
  }
}

/** To standard error, so that piped output stays clean. */
export function reportConnection(): (state: ConnectionState) => void {
  let isLost = false;
  return (now) => {
    // A stream that the hub ended on purpose, as when a session is stopped, is reopened silently.
    const isEndedOnPurpose = now.state === 'lost' && now.error === undefined && now.failures === 1;
    if (now.state === 'lost' && !isLost && !isEndedOnPurpose) {
      console.error('reins: the hub does not respond; waiting for it to come back.');
      isLost = true;
    }
    if (now.state === 'open' && isLost) {
      console.error('reins: the hub is back.');
      isLost = false;
    }
  };
}
