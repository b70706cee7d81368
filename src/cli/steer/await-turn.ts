/** Waits for the end of a prompt's turn, prints what blocks it, and prints the answer. */

import { objectOf } from '../../core/tool-object.ts';
import { obstacleText } from '../../core/wording/obstacle-text.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Client } from '../../sdk/client.ts';
import type { TurnResult } from '../../sdk/wait-for-turn.ts';
import { EXIT } from '../exit-codes.ts';
import { printJson } from '../print.ts';
import { cleanText } from '../terminal/clean-text.ts';
import { shortId } from '../terminal/format.ts';

export interface Awaited {
  readonly sessionId: string;
  readonly messageId: string;
  /** A seq from before the prompt was sent. */
  readonly since: number;
}

/** Undefined if the person stops waiting; that is printed, and the session continues. */
export async function awaitTurn(
  client: Client,
  { sessionId, messageId, since }: Awaited,
  signal: AbortSignal,
  onReceived: (event: ReinsEvent) => void = () => {},
): Promise<TurnResult | undefined> {
  try {
    const onEvent = (event: ReinsEvent) => {
      onReceived(event);
      const hint = hintOf(event, messageId);
      if (hint) console.error(`reins: ${cleanText(hint)}`);
    };
    return await client.waitForTurn(sessionId, messageId, { signal, since, onEvent });
  } catch (error) {
    if (!signal.aborted) throw error;
    const id = shortId(sessionId);
    console.error(
      `reins: stopped waiting; the session continues. "reins watch ${id}" follows it, "reins interrupt ${id}" interrupts it.`,
    );
    return undefined;
  }
}

/** Returns the exit code: a turn that did not complete has failed. */
export function printTurn(result: TurnResult, json: boolean | undefined): number {
  if (json) printJson(result);
  else if (result.text !== '') console.log(process.stdout.isTTY ? cleanText(result.text) : result.text);
  if (result.outcome === 'completed') return EXIT.done;
  if (!json) {
    const why = result.error ? `: ${cleanText(result.error.message)}` : '.';
    console.error(`reins: the turn ${result.outcome === 'failed' ? 'failed' : 'was interrupted'}${why}`);
  }
  return EXIT.failed;
}

/** Messages for a person who waits. */
function hintOf(event: ReinsEvent, messageId: string): string | undefined {
  switch (event.type) {
    case 'message_blocked':
      return event.message_id === messageId && event.blocked_by !== null
        ? `the prompt waits ${obstacleText(event.blocked_by)}.`
        : undefined;
    case 'interaction_opened': {
      const about = objectOf({ name: event.tool_name ?? '', input: event.input });
      return `Claude is waiting for an answer (${event.kind}): ${[event.tool_name, about].filter(Boolean).join(': ')}`;
    }
    case 'activity_changed':
      return event.activity === 'waiting' && event.waiting_for !== 'permission prompt'
        ? `the session is waiting for a person: ${event.waiting_for ?? 'a dialog is open'}.`
        : undefined;
    case 'warning_raised':
      return event.message;
    case 'api_retried':
      return `an API request failed${event.error ? ` (${event.error})` : ''} and is retried.`;
    default:
      return undefined;
  }
}

/** The prompt of a call that started a session with it. */
export async function firstMessage(client: Client, sessionId: string): Promise<string> {
  const { messages } = await client.get(sessionId);
  const newest = messages.at(-1);
  if (newest) return newest.message_id;
  throw new ReinsError('message_not_found', 'The hub does not have the prompt. Send it with "reins send".');
}
