/** `reins watch`: follows one session, or all of them, live, until Ctrl-C. */
import type { ReinsEvent } from '../../protocol/events.ts';
import type { TextDelta } from '../../protocol/live.ts';
import type { Client } from '../../sdk/client.ts';
import { isLogEvent, isTextDelta } from '../../sdk/stream-message.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { follow } from '../follow.ts';
import { printLine } from '../print.ts';
import { stopSignal } from '../stop-signal.ts';
import { cleanJson } from '../terminal/clean-text.ts';
import { chooseStyle } from '../terminal/style.ts';
import { AllPrinter } from '../watch/all-printer.ts';
import type { LayoutOptions } from '../watch/layout.ts';
import { LivePrinter } from '../watch/live-printer.ts';
import { SessionPrinter } from '../watch/session-printer.ts';

const PAGE = 500;

export interface ShowOptions {
  readonly json?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Called with each event that is shown. */
  readonly onEvent?: (event: ReinsEvent) => void;
}

export interface ShowSessionOptions extends ShowOptions {
  /** With JSON, starts after this seq instead of with new events. */
  readonly since?: number;
  /** Called with the seq up to which the session is shown, whenever it changes. */
  readonly onShown?: (seq: number) => void;
}

export interface WatchOptions {
  readonly json?: boolean;
  readonly notify?: boolean;
}

export async function watch(meant: string | undefined, { json, notify }: WatchOptions): Promise<number> {
  const { client } = findHub(process.env);
  const onEvent = notify
    ? (await import('../notify/desktop-notifier.ts')).desktopNotifier(client, process.env)
    : undefined;
  const options = { json, signal: stopSignal(), ...(onEvent && { onEvent }) };
  if (meant === undefined) await show(client, await watchAll(client, layout()), options);
  else await showSession(client, await findSession(client, meant), options);
  return EXIT.done;
}

/** Prints the state of one session, then its events, until the signal fires. */
export async function showSession(
  client: Client,
  sessionId: string,
  { since, onShown, ...options }: ShowSessionOptions,
): Promise<void> {
  const { seq, ...watched } = await watchOne(client, layout(), sessionId);
  const onEvent = (event: ReinsEvent) => {
    options.onEvent?.(event);
    onShown?.(event.seq);
  };
  if (options.json && since !== undefined) {
    const { lastEventId: _now, ...from } = watched;
    return show(client, { ...from, since }, { ...options, onEvent });
  }
  onShown?.(seq);
  await show(client, watched, { ...options, onEvent });
}

async function show(
  client: Client,
  { opening, printer, ...from }: Watched,
  { json, signal, onEvent }: ShowOptions,
): Promise<void> {
  if (!json) for (const line of opening) await printLine(line);
  await follow(client, { ...from, live: !json && from.sessionId !== undefined, signal }, (message) => {
    if (isTextDelta(message)) return printer.delta?.(message.event) ?? '';
    if (!isLogEvent(message)) return '';
    onEvent?.(message.event);
    return json
      ? `${cleanJson(message.data)}
`
      : printer.event(message.event);
  });
}

function layout(): LayoutOptions {
  return { style: chooseStyle(process.stdout, process.env), width: process.stdout.columns || undefined };
}

interface Watched {
  /** What to print before the first event. */
  readonly opening: readonly string[];
  readonly printer: { event(event: ReinsEvent): string; delta?(delta: TextDelta): string };
  readonly sessionId?: string;
  /** Where the stream starts. */
  readonly lastEventId?: string;
  readonly since?: number;
}

async function watchOne(
  client: Client,
  layout: LayoutOptions,
  sessionId: string,
): Promise<Watched & { readonly seq: number }> {
  const view = await client.get(sessionId);
  const session = new SessionPrinter(layout);
  const opening = session.opening(view, process.env['HOME']);
  const printer = new LivePrinter(session, layout);
  return { opening, printer, sessionId, lastEventId: view.last_event_id, seq: view.seq };
}

async function watchAll(client: Client, layout: LayoutOptions): Promise<Watched> {
  const { items, last_event_id: lastEventId } = await client.list({ limit: PAGE });
  const opening = [layout.style.quiet('Watching all sessions. Ctrl-C stops.')];
  const all = new AllPrinter(layout, items);
  const printer = {
    event: (event: ReinsEvent) =>
      all
        .event(event)
        .map((line) => `${line}\n`)
        .join(''),
  };
  return { opening, printer, lastEventId };
}
