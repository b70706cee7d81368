/** Pending requests as a table: id, age, session, request, and the routes for an answer. Pure. */
import { terminalWaitText } from '../../core/waits-in-terminal.ts';
import { interactionText, interactionWarnings } from '../../core/wording/interaction-text.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Session } from '../../protocol/session.ts';
import { ageOf } from '../terminal/format.ts';
import { shortIds } from '../terminal/short-ids.ts';
import type { Style } from '../terminal/style.ts';
import { type Cell, type Column, renderTable } from '../terminal/table.ts';

/** The known facts about the waiting session. */
export interface SessionPlace {
  readonly cwd: string;
  readonly title: string;
  /** The name of its host, if it has to be shown. */
  readonly host?: string | undefined;
}

export interface InboxView {
  readonly style: Style;
  readonly now: number;
  readonly width?: number | undefined;
  readonly place: (sessionId: string) => SessionPlace | undefined;
  /** Sessions that wait for something that only their terminal can answer. */
  readonly elsewhere?: readonly Session[];
}

const COLUMNS: readonly Column[] = [
  { header: 'ID' },
  { header: 'AGE', align: 'right' },
  { header: 'SESSION', flexible: true },
  { header: 'WHAT', flexible: true },
  { header: 'ANSWER BY' },
];

const EMPTY = 'No pending requests.';

export function renderInbox(
  open: readonly Interaction[],
  { style, now, width, place, elsewhere = [] }: InboxView,
): string {
  if (open.length + elsewhere.length === 0) return EMPTY;
  const ids = shortIds(open.map(({ id }) => id));
  const rows = open.map((interaction): Cell[] => {
    const session = place(interaction.session_id);
    return [
      { text: ids.get(interaction.id) ?? interaction.id, paint: style.waits },
      { text: ageOf(interaction.opened_at, now) },
      { text: nameOf(session, interaction.session_id) },
      { text: wants(interaction, session) },
      { text: waysOf(interaction), paint: style.quiet },
    ];
  });
  const others = elsewhere.map((session): Cell[] => [
    { text: '-', paint: style.quiet },
    { text: ageOf(session.last_activity_at, now) },
    {
      text: nameOf(
        place(session.session_id) ?? (session.cwd ? { cwd: session.cwd } : {}),
        session.session_id,
      ),
    },
    { text: terminalWaitText(session) },
    { text: 'the terminal', paint: style.quiet },
  ]);
  return renderTable(COLUMNS, [...rows, ...others], { width, paintHeader: style.quiet });
}

/** The last part of its folder, or of its id if the folder is unknown; and its host. */
export function nameOf(session: Partial<SessionPlace> | undefined, sessionId: string): string {
  const name = session?.cwd?.split('/').findLast((part) => part !== '') ?? sessionId.slice(0, 8);
  return session?.host === undefined ? name : `${name} (${session.host})`;
}

/** On one line; dangers come first, so that they are never cut off. */
export function wants(interaction: Interaction, session: SessionPlace | undefined): string {
  const cwd = interaction.cwd ?? session?.cwd;
  const { line } = interactionText(interaction, cwd);
  return interactionWarnings(interaction, cwd).length > 0 ? `! ${line}` : line;
}

export function waysOf({ routes }: Pick<Interaction, 'routes'>): string {
  return routes.length > 0 ? routes.join(', ') : 'the terminal';
}
