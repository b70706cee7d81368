/** `reins status`: whether the hub runs, and what it sees in a few numbers. */
import { locateHome } from '../../hub/reins-home.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { type Status, statusSchema } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { type Connection, connect } from '../connect.ts';
import { lookAtHooks } from '../install/look-at-hooks.ts';
import { printJson } from '../print.ts';
import { chooseStyle, paintStatus, SHAPES, type Style } from '../terminal/style.ts';
import { durationOf, plural } from '../terminal/words.ts';

export interface HubStatus {
  readonly running: true;
  readonly url: string;
  readonly version: string;
  /** Known for the hub of this home only. */
  readonly pid?: number;
  readonly started_at?: string;
  readonly sessions: Readonly<Record<Status, number>>;
  readonly open_interactions: number;
  readonly hooks: HooksStatus;
}

/** Which settings make sessions report to the hub of this home. */
export interface HooksStatus {
  readonly installed: readonly { readonly file: string; readonly events: number }[];
  readonly silenced_by: readonly string[];
}

export async function status({ json }: { json?: boolean }): Promise<number> {
  try {
    const found = await look(connect(process.env));
    if (json) printJson(found);
    else console.log(renderStatus(found, chooseStyle(process.stdout, process.env), Date.now()));
    return 0;
  } catch (error) {
    if (json && error instanceof ReinsError && error.code === 'hub_not_running')
      printJson({ running: false, hooks: lookAtOwnHooks() });
    throw error;
  }
}

async function look({ client, url, hub }: Connection): Promise<HubStatus> {
  const { version } = await client.health();
  const [sessions, { items }] = await Promise.all([
    countSessions(client),
    client.interactions({ state: 'open' }),
  ]);
  const own = hub && { pid: hub.pid, started_at: hub.started_at };
  const hooks = lookAtOwnHooks();
  return { running: true, url, version, ...own, sessions, open_interactions: items.length, hooks };
}

function lookAtOwnHooks(): HooksStatus {
  const { installed, silencedBy } = lookAtHooks(locateHome(process.env), process.env);
  return {
    installed: installed.map(({ file, events }) => ({ file, events: events.length })),
    silenced_by: silencedBy,
  };
}

async function countSessions(client: Client): Promise<Record<Status, number>> {
  const counts = Object.fromEntries(statusSchema.options.map((name) => [name, 0])) as Record<Status, number>;
  for await (const session of client.listAll({ limit: 500 })) counts[session.status]++;
  return counts;
}

export function renderStatus(
  { url, version, pid, started_at, sessions, open_interactions, hooks }: HubStatus,
  style: Style,
  now: number,
): string {
  const process = pid === undefined ? '' : `, pid ${pid}`;
  const uptime =
    started_at === undefined ? '' : `, up for ${durationOf(Math.max(0, now - Date.parse(started_at)))}`;
  const counted = statusSchema.options
    .filter((name) => sessions[name] > 0)
    .map((name) => paintStatus(name, style)(`${SHAPES[name]} ${sessions[name]} ${name}`));
  const waits =
    open_interactions === 0
      ? 'nothing waits for you'
      : style.waits(`${plural(open_interactions, 'thing waits', 'things wait')} for you`);
  return [
    `Reins ${version} at ${url}${process}${uptime}`,
    counted.length === 0 ? 'no sessions yet' : counted.join('  '),
    waits,
    describeHooks(hooks),
  ].join('\n');
}

function describeHooks({ installed, silenced_by: [silencing] }: HooksStatus): string {
  if (installed.length === 0) return 'sessions in terminals do not report here yet: "reins install"';
  if (silencing) return `hooks are installed, but "disableAllHooks" in ${silencing} silences them`;
  return installed
    .map(({ file, events }) => `${plural(events, 'event reports', 'events report')} from ${file}`)
    .join('\n');
}
