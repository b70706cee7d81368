/** `reins audit`: the audit log, newest first; or all of it as JSON lines, oldest first. */
import { deciderText, decisionText } from '../../core/wording/answer-text.ts';
import { missingHosts } from '../../core/wording/host-words.ts';
import { interactionText } from '../../core/wording/interaction-text.ts';
import type { AuditEntry } from '../../protocol/audit.ts';
import type { AuditFilter } from '../../sdk/audit-calls.ts';
import type { Client } from '../../sdk/client.ts';
import { Hosts } from '../../sdk/hosts.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { nameOf } from '../inbox/render-inbox.ts';
import { printJson, printLine } from '../print.ts';
import { cleanJson } from '../terminal/clean-text.ts';
import { durationOf } from '../terminal/format.ts';
import { chooseStyle, type Style } from '../terminal/style.ts';
import { type Cell, type Column, renderTable } from '../terminal/table.ts';

export interface AuditOptions {
  readonly since?: string;
  readonly until?: string;
  readonly session?: string;
  readonly host?: string;
  readonly by?: string;
  readonly limit?: number;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

const SHOWN = 50;
const PAGE = 500;

export async function audit({
  limit = SHOWN,
  json,
  jsonl,
  session,
  ...times
}: AuditOptions): Promise<number> {
  const { client } = findHub(process.env);
  const filter: AuditFilter = {
    ...times,
    ...(session !== undefined && { session: await findSession(client, session) }),
  };
  if (jsonl) {
    for await (const entry of client.auditExport(filter)) await printLine(cleanJson(JSON.stringify(entry)));
    return EXIT.done;
  }
  const { entries, missing } = await take(client, filter, limit);
  if (json) printJson({ items: entries });
  else {
    const style = chooseStyle(process.stdout, process.env);
    const hosts = new Hosts(client);
    await hosts.load();
    const hostOf = ({ host }: AuditEntry) => hosts.nameOf({ host });
    const view = { now: Date.now(), width: process.stdout.columns || undefined, hostOf };
    console.log(renderAudit(entries, style, view));
    const note = missingHosts(missing);
    if (note) console.log(style.quiet(note));
  }
  return EXIT.done;
}

interface Taken {
  readonly entries: AuditEntry[];
  /** Hosts whose newest decisions may be missing. */
  readonly missing: readonly string[] | undefined;
}

async function take(client: Client, filter: AuditFilter, limit: number): Promise<Taken> {
  const taken: AuditEntry[] = [];
  for (let cursor: string | undefined; ; ) {
    const wanted = { ...filter, limit: Math.min(PAGE, limit - taken.length), ...(cursor && { cursor }) };
    const { items, next_cursor, hosts_missing: missing } = await client.audit(wanted);
    taken.push(...items);
    if (next_cursor === undefined || taken.length >= limit) return { entries: taken, missing };
    cursor = next_cursor;
  }
}

const COLUMNS: readonly Column[] = [
  { header: 'WHEN' },
  { header: 'SESSION', flexible: true },
  { header: 'DECIDED', flexible: true },
  { header: 'WHAT', flexible: true },
  { header: 'ROUTE' },
  { header: 'WAITED', align: 'right' },
];

interface AuditView {
  readonly now: number;
  readonly width?: number | undefined;
  readonly timeZone?: string;
  /** The name of an entry's host, if it has to be shown even if all entries have the same. */
  readonly hostOf?: (entry: AuditEntry) => string | undefined;
}

export function renderAudit(
  entries: readonly AuditEntry[],
  style: Style,
  { now, width, timeZone, hostOf = () => undefined }: AuditView,
): string {
  if (entries.length === 0) return 'No decisions.';
  const areSeveral = new Set(entries.map(({ host }) => host)).size > 1;
  const shownHost = (entry: AuditEntry) => hostOf(entry) ?? (areSeveral ? entry.host : undefined);
  const rows = entries.map((entry): Cell[] => [
    { text: stamp(entry.at, now, timeZone), paint: style.quiet },
    { text: nameOf({ cwd: entry.cwd, host: shownHost(entry) }, entry.session_id) },
    { text: decisionOf(entry), ...paintOf(entry, style) },
    { text: interactionText({ ...entry, input: entry.ran_input ?? entry.input }, entry.cwd).line },
    { text: entry.route ?? '', paint: style.quiet },
    { text: durationOf(entry.waited_ms) },
  ]);
  return renderTable(COLUMNS, rows, { width, paintHeader: style.quiet });
}

/** `denied by phone: use a branch`; an answer without effect shows that first. */
function decisionOf({ what, by, decided = {}, applied, reason }: AuditEntry): string {
  if (what === 'reopened') return `reopened: ${reason ?? ''}`;
  if (!by) return 'withdrawn by Claude';
  const { done, said } = decisionText(decided);
  const note = what === 'superseded' ? 'answered first: ' : (NOTES[applied ?? ''] ?? '');
  return `${note}${done} ${deciderText({ by })}${said === undefined ? '' : `: ${said}`}`;
}

const NOTES: Readonly<Record<string, string>> = {
  sent: 'unproven: ',
  superseded: 'too late: ',
  lost: 'without effect: ',
  undelivered: 'not delivered: ',
};

function paintOf({ what, applied }: AuditEntry, style: Style): Pick<Cell, 'paint'> {
  if (what === 'reopened' || applied === 'undelivered' || applied === 'superseded' || applied === 'lost')
    return { paint: style.fails };
  return what === 'withdrawn' ? { paint: style.quiet } : {};
}

/** `31 Jan 14:02` in the local time zone; only the date if it is in another year. */
function stamp(moment: string, now: number, timeZone: string | undefined): string {
  const date = new Date(moment);
  const isOfThisYear = date.getFullYear() === new Date(now).getFullYear();
  if (!isOfThisYear) return date.toLocaleDateString('sv-SE', { timeZone });
  const day = date.toLocaleDateString('en-GB', { timeZone, day: '2-digit', month: 'short' });
  return `${day} ${date.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' })}`;
}
