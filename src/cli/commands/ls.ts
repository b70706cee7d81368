/** `reins ls`: the sessions, newest activity first. */
import { resolve } from 'node:path';
import { type Session, type Status, statusSchema } from '../../protocol/session.ts';
import type { Client, SessionFilter } from '../../sdk/client.ts';
import { Hosts } from '../../sdk/hosts.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { printJson } from '../print.ts';
import { ageOf, costOf, shortId, shortModel, shortPath } from '../terminal/format.ts';
import { chooseStyle, paintStatus, SHAPES, type Style } from '../terminal/style.ts';
import { type Cell, type Column, renderTable } from '../terminal/table.ts';

export interface LsOptions {
  readonly all?: boolean;
  readonly status?: Status;
  readonly cwd?: string;
  readonly host?: string;
  readonly label?: string;
  readonly archived?: boolean;
  readonly limit?: number;
  readonly json?: boolean;
}

const ENDED_SHOWN = 20;
const PAGE = 500;

export async function ls(options: LsOptions): Promise<number> {
  const { client } = findHub(process.env);
  const hosts = new Hosts(client);
  const [sessions] = await Promise.all([choose(client, options), hosts.load()]);
  if (options.json) printJson({ items: sessions });
  else {
    const view = {
      ...{ now: Date.now(), home: process.env['HOME'], width: process.stdout.columns || undefined },
      hostOf: (session: Session) => hosts.nameOf(session),
    };
    const isNarrowed = [options.status, options.cwd, options.host, options.label, options.archived].some(
      (filter) => filter !== undefined,
    );
    if (sessions.length === 0 && isNarrowed)
      console.log(
        'No matching sessions. "reins ls --all" lists all, "reins ls --archived" the archived ones.',
      );
    else console.log(renderSessions(sessions, chooseStyle(process.stdout, process.env), view));
  }
  return 0;
}

/** By default: all live sessions and the most recently ended ones, except archived ones. */
async function choose(client: Client, options: LsOptions): Promise<Session[]> {
  const { all, status, cwd, host, label, archived = false, limit } = options;
  const where: SessionFilter = {
    archived,
    ...(label !== undefined && { label }),
    ...(cwd !== undefined && { cwd: resolve(cwd) }),
    ...(host !== undefined && { host }),
  };
  // Those with a label, or archived, were chosen by a person: none is left out.
  const isWhole = all || archived || label !== undefined;
  if (isWhole || status !== undefined) return take(client, { ...where, ...(status && { status }) }, limit);
  const live = statusSchema.options.filter((one) => one !== 'ended');
  const groups = await Promise.all([
    ...live.map((one) => take(client, { ...where, status: one })),
    take(client, { ...where, status: 'ended' }, ENDED_SHOWN),
  ]);
  const isEnded = ({ status: now }: Session) => Number(now === 'ended');
  return groups
    .flat()
    .sort((a, b) => isEnded(a) - isEnded(b) || b.last_activity_at.localeCompare(a.last_activity_at))
    .slice(0, limit);
}

async function take(
  client: Client,
  filter: SessionFilter,
  limit = Number.POSITIVE_INFINITY,
): Promise<Session[]> {
  const taken: Session[] = [];
  for await (const session of client.listAll({ ...filter, limit: Math.min(limit, PAGE) })) {
    if (taken.push(session) >= limit) break;
  }
  return taken;
}

const COLUMNS: readonly Column[] = [
  { header: 'STATUS' },
  { header: 'ID' },
  { header: 'HOST', flexible: true, drop: 5 },
  { header: 'DRIVER', drop: 1 },
  { header: 'TITLE', flexible: true, least: 20 },
  { header: 'FOLDER', flexible: true, cut: 'start', least: 12, drop: 6 },
  { header: 'BRANCH', flexible: true, drop: 2 },
  { header: 'MODEL', drop: 3 },
  { header: 'AGE', align: 'right' },
  { header: 'COST', align: 'right', drop: 4 },
];

interface SessionsView {
  readonly now: number;
  readonly home?: string | undefined;
  readonly width?: number | undefined;
  /** The name of a session's host, if it has to be shown. */
  readonly hostOf?: (session: Session) => string | undefined;
}

export function renderSessions(
  sessions: readonly Session[],
  style: Style,
  { now, home, width, hostOf = () => undefined }: SessionsView,
): string {
  if (sessions.length === 0)
    return 'No sessions. Start one with "reins new", or run "claude" in any terminal: it appears here.';
  const hasHosts = sessions.some((session) => hostOf(session) !== undefined);
  const rows = sessions.map((session): Cell[] => [
    { text: describeStatus(session), paint: paintStatus(session.status, style) },
    { text: shortId(session.session_id), paint: style.quiet },
    ...(hasHosts ? [{ text: hostText(session, hostOf(session) ?? session.host) }] : []),
    { text: session.driver, paint: style.quiet },
    { text: titleText(session) },
    { text: shortPath(session.cwd, home) },
    { text: session.git_branch ?? '' },
    { text: shortModel(session.model) },
    { text: ageOf(session.last_activity_at, now) },
    { text: costOf(session.cost_usd) },
  ]);
  const columns = COLUMNS.filter(({ header }) => hasHosts || header !== 'HOST');
  return renderTable(columns, rows, { width, paintHeader: style.quiet });
}

function titleText({ title, pinned, labels = [] }: Session): string {
  return [pinned ? '*' : '', title || '-', ...labels.map((label) => `#${label}`)].filter(Boolean).join(' ');
}

function hostText({ host_state }: Session, name: string): string {
  return host_state?.state === 'offline' ? `${name} (offline)` : name;
}

/** With the number of queued prompts. */
function describeStatus({ status, queued_prompts: queued }: Session): string {
  return `${SHAPES[status]} ${status}${queued > 0 ? ` +${queued}` : ''}`;
}
