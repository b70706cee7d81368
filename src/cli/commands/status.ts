/** `reins status`: whether the hub runs, and what it sees in a few numbers. */
import { ReinsError } from '../../protocol/errors.ts';
import { type Status, statusSchema } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { type Connection, connect } from '../connect.ts';
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
}

export async function status({ json }: { json?: boolean }): Promise<number> {
  try {
    const found = await look(connect(process.env));
    if (json) printJson(found);
    else console.log(renderStatus(found, chooseStyle(process.stdout, process.env), Date.now()));
    return 0;
  } catch (error) {
    if (json && error instanceof ReinsError && error.code === 'hub_not_running')
      printJson({ running: false });
    throw error;
  }
}

async function look({ client, url, hub }: Connection): Promise<HubStatus> {
  const { version } = await client.health();
  const [sessions, { items }] = await Promise.all([
    countSessions(client),
    client.interactions({ state: 'open' }),
  ]);
  const process = hub && { pid: hub.pid, started_at: hub.started_at };
  return { running: true, url, version, ...process, sessions, open_interactions: items.length };
}

async function countSessions(client: Client): Promise<Record<Status, number>> {
  const counts = Object.fromEntries(statusSchema.options.map((name) => [name, 0])) as Record<Status, number>;
  for await (const session of client.listAll({ limit: 500 })) counts[session.status]++;
  return counts;
}

export function renderStatus(
  { url, version, pid, started_at, sessions, open_interactions }: HubStatus,
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
  ].join('\n');
}
