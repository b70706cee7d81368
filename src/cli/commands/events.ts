/** `reins events`: the log of one session, or of all, as JSON lines; with `--raw` the hooks as Claude Code sent them. */
import type { StreamMessage } from '../../sdk/stream-message.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { follow } from '../follow.ts';
import type { EventsFrom } from '../parse-moment.ts';
import { stopSignal } from '../stop-signal.ts';
import { cleanJson } from '../terminal/clean-text.ts';

export interface EventsOptions {
  readonly since?: EventsFrom;
  readonly raw?: boolean;
}

export async function events(meant: string | undefined, { since, raw }: EventsOptions): Promise<number> {
  const { client } = findHub(process.env);
  const signal = stopSignal();
  const isTerminal = process.stdout.isTTY === true;
  await follow(
    client,
    {
      ...(meant !== undefined && { sessionId: await findSession(client, meant) }),
      ...(since !== undefined && { since: typeof since === 'object' ? 0 : since }),
      ...(raw && { raw: 'hook' }),
      live: false,
      signal,
    },
    (message) => (isBefore(message, since) ? '' : `${toJsonLine(message, isTerminal)}\n`),
  );
  return EXIT.done;
}

function isBefore({ event }: StreamMessage, since: EventsFrom | undefined): boolean {
  const at = (event as { readonly at?: unknown }).at;
  return typeof since === 'object' && typeof at === 'string' && at < since.from;
}

/** One line each: verbatim in a pipe, with the same meaning but harmless on a terminal. */
export function toJsonLine({ type, event, data }: StreamMessage, isTerminal: boolean): string {
  if (type === 'reset' || type === 'snapshot') return cleanJson(JSON.stringify({ type, [type]: event }));
  const line = data.includes('\n') ? JSON.stringify(event) : data;
  return isTerminal ? cleanJson(line) : line;
}
