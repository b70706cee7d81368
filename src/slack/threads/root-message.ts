/** The message that starts a thread: which session it is and what it does now. Pure. */

import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import { moneyText } from '../../core/usage/money.ts';
import { terminalWaitText, waitsInTerminal } from '../../core/waits-in-terminal.ts';
import { sessionFacts } from '../../core/wording/session-text.ts';
import { SHAPES } from '../../core/wording/status-shapes.ts';
import { exactLine } from '../../lib/hidden-characters.ts';
import type { SessionView } from '../../protocol/session.ts';
import { context, section } from '../blocks/blocks.ts';
import { cutTo } from '../blocks/limits.ts';
import { escapeMrkdwn } from '../blocks/mrkdwn.ts';
import { ROOT } from '../journal.ts';
import type { ThreadMessage } from './thread-messages.ts';

type Shown = Parameters<typeof sessionFacts>[0] &
  Pick<
    SessionView,
    | 'session_id'
    | 'title'
    | 'status'
    | 'host'
    | 'cost_usd'
    | 'open_interactions'
    | 'last_activity_at'
    | 'waiting_for'
  >;

const TITLE_LENGTH = 200;

/** `publicUrl`: where other devices reach the page, if anywhere. */
export function rootMessage(session: Shown, publicUrl: string | null, now: number): ThreadMessage {
  const { session_id, title, status, host, cost_usd } = session;
  const name = cutTo(exactLine(maskSecrets(title)) || 'New session', TITLE_LENGTH);
  const facts = [
    `${SHAPES[status]} ${waitsInTerminal(session, now) ? terminalWaitText(session) : status}`,
    ...sessionFacts(session),
    host,
    ...(cost_usd === undefined ? [] : [moneyText(cost_usd)]),
    session_id.slice(0, 8),
  ].map((fact) => escapeMrkdwn(exactLine(maskSecrets(fact))));
  const link =
    publicUrl === null
      ? []
      : [`<${escapeMrkdwn(`${publicUrl.replace(/\/$/, '')}/sessions/${session_id}`)}|Open>`];
  return {
    key: ROOT,
    text: name,
    blocks: [section(`*${escapeMrkdwn(name)}*`), context([...facts, ...link].join(' · '))],
  };
}
