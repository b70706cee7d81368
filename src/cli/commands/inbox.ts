/** `reins inbox`: pending requests of all sessions or of one; with `--watch`, live. */
import { waitsInTerminal } from '../../core/waits-in-terminal.ts';
import { outcomeText } from '../../core/wording/answer-text.ts';
import type { Session } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { type InboxNews, watchInbox } from '../../sdk/watch-inbox.ts';
import { type Connection, findHub } from '../../sdk-node/find-hub.ts';
import { findInteraction } from '../answer/find-interaction.ts';
import { showChoices, showInteraction } from '../answer/show-interaction.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { reportConnection } from '../follow.ts';
import { lineOf, waitingText } from '../inbox/inbox-news.ts';
import { renderInbox, waysOf } from '../inbox/render-inbox.ts';
import { SessionPlaces } from '../inbox/session-places.ts';
import { showPresence } from '../inbox/terminal-presence.ts';
import { watchInboxLive } from '../inbox/watch-inbox-live.ts';
import { printJson, printLine } from '../print.ts';
import { stopSignal } from '../stop-signal.ts';
import { cleanJson, cleanLine } from '../terminal/clean-text.ts';
import { canDraw } from '../terminal/live-area.ts';
import { chooseStyle, type Style } from '../terminal/style.ts';

export interface InboxOptions {
  readonly session?: string;
  readonly host?: string;
  readonly watch?: boolean;
  readonly json?: boolean;
}

export async function inbox(id: string | undefined, options: InboxOptions): Promise<number> {
  const connection = findHub(process.env);
  const { client } = connection;
  if (id !== undefined) return showOne(client, id, options);
  const { session: meant, host, watch, json } = options;
  const session = meant === undefined ? undefined : await findSession(client, meant);
  const style = chooseStyle(process.stdout, process.env);
  if (watch && !json && canDraw(process.stdout, process.env)) {
    return watchAtTerminal(connection, session, style);
  }
  const places = new SessionPlaces(client);
  if (watch) {
    const watching = { session, signal: stopSignal(), onConnection: reportConnection() };
    for await (const news of watchInbox(client, watching)) {
      await places.learn(news.open.map(({ session_id }) => session_id)).catch(() => {});
      const lines = json ? [cleanJson(JSON.stringify(news))] : textLines(news, places);
      for (const line of lines) await printLine(line);
    }
    return EXIT.done;
  }
  const { items } = await client.interactions({
    state: 'open',
    ...(session && { session }),
    ...(host !== undefined && { host }),
  });
  if (json) {
    printJson({ items });
    return EXIT.done;
  }
  const elsewhere = await waitingInTerminal(client, session, host);
  await places.learn([...items, ...elsewhere].map(({ session_id }) => session_id));
  const width = process.stdout.columns || undefined;
  console.log(renderInbox(items, { style, now: Date.now(), width, place: places.of, elsewhere }));
  return EXIT.done;
}

async function waitingInTerminal(client: Client, only: string | undefined, host: string | undefined) {
  const found: Session[] = [];
  const wanted = { status: 'waiting' as const, limit: 500, ...(host !== undefined && { host }) };
  for await (const session of client.listAll(wanted)) {
    const isWanted = only === undefined || session.session_id === only;
    if (isWanted && waitsInTerminal(session, Date.now())) found.push(session);
  }
  return found;
}

/** A person who watches at a terminal can answer, so the hub counts them as present. */
async function watchAtTerminal(
  { client, address }: Connection,
  session: string | undefined,
  style: Style,
): Promise<number> {
  const { stdin: input, stdout: output } = process;
  const leaving = new AbortController();
  const signal = AbortSignal.any([stopSignal(), leaving.signal]);
  const onLeave = () => leaving.abort();
  const giveBack = input.isTTY ? showPresence({ address, input, output, signal, onLeave }) : () => {};
  try {
    await watchInboxLive(client, { session, signal, style, terminal: output });
  } finally {
    leaving.abort();
    giveBack();
  }
  return EXIT.done;
}

/** First the pending requests, each on its own line; then every change. */
function textLines(news: InboxNews, places: SessionPlaces): string[] {
  if (!news.event)
    return news.open.map((one) => stamped(one.opened_at, waitingText(one, places.of(one.session_id))));
  const line = lineOf(news, places.of);
  return line ? [stamped(news.event.at, line.text)] : [];
}

function stamped(moment: string, text: string): string {
  return `${new Date(moment).toLocaleTimeString('en-GB')}  ${text}`;
}

/** One request, in full. */
async function showOne(client: Client, id: string, { json }: InboxOptions): Promise<number> {
  const interaction = await findInteraction(client, id);
  if (json) {
    printJson(interaction);
    return EXIT.done;
  }
  const places = new SessionPlaces(client);
  await places.learn([interaction.session_id]);
  const view = {
    style: chooseStyle(process.stdout, process.env),
    now: Date.now(),
    width: process.stdout.columns || 80,
    home: process.env['HOME'],
    place: places.of(interaction.session_id),
  };
  const end = interaction.state === 'open' ? `Answer with: ${waysOf(interaction)}` : outcomeText(interaction);
  for (const line of [
    ...showInteraction(interaction, view),
    ...showChoices(interaction, view),
    cleanLine(end),
  ]) {
    await printLine(line);
  }
  return EXIT.done;
}
