/** `reins watch`: follows one session, or all of them, as it happens, until Ctrl-C. */
import type { ReinsEvent } from '../../protocol/events.ts';
import type { TextDelta } from '../../protocol/live.ts';
import type { Client } from '../../sdk/client.ts';
import { isLogEvent, isTextDelta } from '../../sdk/stream-message.ts';
import { connect } from '../connect.ts';
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

export async function watch(meant: string | undefined, { json }: { json?: boolean }): Promise<number> {
  const { client } = connect(process.env);
  const signal = stopSignal();
  const layout = {
    style: chooseStyle(process.stdout, process.env),
    width: process.stdout.columns || undefined,
  };
  const { opening, printer, ...from } =
    meant === undefined
      ? await watchAll(client, layout)
      : await watchOne(client, layout, await findSession(client, meant));
  if (!json) for (const line of opening) await printLine(line);
  await follow(client, { ...from, live: !json && meant !== undefined, signal }, (message) => {
    if (isTextDelta(message)) return printer.delta?.(message.event) ?? '';
    if (!isLogEvent(message)) return '';
    return json ? `${cleanJson(message.data)}\n` : printer.event(message.event);
  });
  return EXIT.done;
}

interface Watched {
  /** What is printed before anything happens. */
  readonly opening: readonly string[];
  readonly printer: { event(event: ReinsEvent): string; delta?(delta: TextDelta): string };
  readonly sessionId?: string;
  readonly lastEventId: string;
}

async function watchOne(client: Client, layout: LayoutOptions, sessionId: string): Promise<Watched> {
  const view = await client.get(sessionId);
  const session = new SessionPrinter(layout);
  const opening = session.opening(view, process.env['HOME']);
  return { opening, printer: new LivePrinter(session, layout), sessionId, lastEventId: view.last_event_id };
}

async function watchAll(client: Client, layout: LayoutOptions): Promise<Watched> {
  const { items, last_event_id: lastEventId } = await client.list({ limit: PAGE });
  const opening = [layout.style.quiet('Watching all sessions. Ctrl-C ends.')];
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
