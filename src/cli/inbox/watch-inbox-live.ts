/**
 * `reins inbox --watch` at a terminal: the table, redrawn on every change. A decision is shown briefly before
 * its row disappears.
 */

import { cutToWidth } from '../../lib/text-width.ts';
import type { Client } from '../../sdk/client.ts';
import { type InboxNews, watchInbox } from '../../sdk/watch-inbox.ts';
import { LiveArea } from '../terminal/live-area.ts';
import type { Style } from '../terminal/style.ts';
import { lineOf } from './inbox-news.ts';
import { renderInbox } from './render-inbox.ts';
import { SessionPlaces } from './session-places.ts';

/** How long a decision stays on the screen. */
const LEAVES_AFTER_MS = 2000;
/** Ages are shown in minutes. */
const REDRAW_MS = 10_000;

interface Watching {
  readonly session?: string | undefined;
  readonly signal: AbortSignal;
  readonly style: Style;
  readonly terminal: NodeJS.WriteStream;
}

export async function watchInboxLive(
  client: Client,
  { session, signal, style, terminal }: Watching,
): Promise<void> {
  const places = new SessionPlaces(client);
  const area = new LiveArea(terminal);
  const leaving = new Map<string, NodeJS.Timeout>();
  let open: InboxNews['open'] = [];
  let isLost = false;

  const draw = () => {
    const width = terminal.columns || 80;
    const view = { style, now: Date.now(), width, place: places.of };
    const decided = [...leaving.keys()].map((text) => style.informs(cutToWidth(text, width)));
    const help = isLost ? 'The hub does not respond; waiting for it to come back.' : HELP;
    const paintHelp = isLost ? style.fails : style.quiet;
    area.draw([...renderInbox(open, view).split('\n'), ...decided, '', paintHelp(cutToWidth(help, width))]);
  };
  const reportDecision = (text: string) => {
    const leave = () => {
      leaving.delete(text);
      draw();
    };
    leaving.set(text, setTimeout(leave, LEAVES_AFTER_MS));
  };
  const redraw = setInterval(draw, REDRAW_MS);
  terminal.on('resize', draw);
  const onConnection = ({ state }: { readonly state: 'open' | 'lost' }) => {
    isLost = state === 'lost';
    draw();
  };
  try {
    for await (const news of watchInbox(client, { session, signal, onConnection })) {
      open = news.open;
      await places.learn(open.map(({ session_id }) => session_id)).catch(() => {});
      const line = lineOf(news, places.of);
      if (line?.what === 'closed') reportDecision(line.text);
      draw();
    }
  } finally {
    clearInterval(redraw);
    terminal.off('resize', draw);
    for (const timer of leaving.values()) clearTimeout(timer);
    area.leave();
  }
}

const HELP = 'Answer with "reins answer ID". Ctrl-C stops.';
