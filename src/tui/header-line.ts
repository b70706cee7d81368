/** The first line of every screen: pending requests, session counts and connection state. */
import { SHAPES } from '../core/wording/status-shapes.ts';
import type { Style } from '../lib/style.ts';
import type { Session } from '../protocol/session.ts';
import type { Connection } from '../sdk/connection.ts';
import { type Span, span, splitLine } from './lines/spans.ts';

interface Header {
  readonly sessions: readonly Session[];
  readonly waiting: number;
  readonly connection: Pick<Connection, 'isLive' | 'wasLive' | 'liveUntil' | 'refusal'>;
}

export function headerLine({ sessions, waiting, connection }: Header, width: number, style: Style): string {
  const count = (...states: Session['status'][]) =>
    sessions.filter(({ status }) => states.includes(status)).length;
  const left: Span[] = [
    span(' Reins', style.strong),
    ...(waiting > 0 ? [span(`  ${SHAPES.waiting} ${waiting} waiting`, style.waits)] : []),
    span(`  ${SHAPES.working} ${count('working', 'starting')} running`, style.runs),
    span(`  ${SHAPES.idle} ${count('idle')} idle`, style.quiet),
  ];
  const words = connectionText(connection);
  return splitLine(left, words === '' ? [] : [span(`${words} `, style.fails)], width);
}

/** Empty while connected. */
function connectionText({ isLive, wasLive, liveUntil, refusal }: Header['connection']): string {
  if (refusal) return `! ${(refusal as Error).message}`;
  if (isLive) return '';
  if (!wasLive) return 'connecting';
  const moment = new Date(liveUntil).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `! Reconnecting, showing data from ${moment}`;
}
