/** The session list beside the screen, if the terminal is wide enough, with the open session marked. `sessions`: by line. */
import { groupSessions } from '../core/group-sessions.ts';
import { isOfAddress } from '../core/session-address.ts';
import { paintStatus, SHAPES } from '../core/wording/status-shapes.ts';
import type { Style } from '../lib/style.ts';
import { padToWidth, textWidth } from '../lib/text-width.ts';
import type { Session } from '../protocol/session.ts';
import { listWindow } from './lines/list-window.ts';
import { lineOf, span } from './lines/spans.ts';

/** From this width on, both fit. */
export const ASIDE_FROM = 120;
export const ASIDE_WIDTH = 36;

export function asideLines(
  sessions: readonly Session[],
  open: string | undefined,
  height: number,
  style: Style,
): { lines: string[]; sessions: readonly (Session | undefined)[] } {
  const room = ASIDE_WIDTH - 2;
  const isOpen = (session: Session) => open !== undefined && isOfAddress(open, session);
  const entries = groupSessions(sessions, 'all', '').flatMap(({ name, sessions: own }) =>
    own.map((session, index) => ({
      session,
      isOpen: isOpen(session),
      lines: [
        ...(index === 0 ? [frame([span(` ${name}`, style.strong)], room, style)] : []),
        frame(
          [
            span(isOpen(session) ? '>' : ' '),
            span(` ${SHAPES[session.status]} `, paintStatus(session.status, style)),
            span(session.title || 'Untitled session', isOpen(session) ? style.strong : undefined),
          ],
          room,
          style,
        ),
      ],
    })),
  );
  const at = Math.max(
    0,
    entries.findIndex((entry) => entry.isOpen),
  );
  const { lines, owners } = listWindow(
    entries.map((entry) => entry.lines),
    at,
    height,
  );
  const blank = Array.from({ length: Math.max(0, height - lines.length) }, () => frame([], room, style));
  return { lines: [...lines, ...blank], sessions: owners.map((owner) => entries[owner]?.session) };
}

/** Pads a line to the width of the list and adds the separator. */
function frame(spans: Parameters<typeof lineOf>[0], room: number, style: Style): string {
  const bare = lineOf(
    spans.map(({ text }) => ({ text })),
    room,
  );
  const padding = ' '.repeat(textWidth(padToWidth(bare, room)) - textWidth(bare));
  return `${lineOf(spans, room)}${padding}${style.quiet('│')} `;
}
