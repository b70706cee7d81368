/** `reins status`: whether the hub is running, with a few key figures. */
import { waitsInTerminal } from '../../core/waits-in-terminal.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { describeProblem } from '../../hub/policy/describe-policy.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { HistoryStatus } from '../../protocol/history.ts';
import type { PolicyProblem } from '../../protocol/policy.ts';
import { type DriverName, driverSchema, type Status, statusSchema } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { type Connection, findHub } from '../../sdk-node/find-hub.ts';
import { lookAtHooks } from '../install/look-at-hooks.ts';
import { printJson } from '../print.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { durationOf, plural, sizeOf } from '../terminal/format.ts';
import { chooseStyle, paintStatus, SHAPES, type Style } from '../terminal/style.ts';

export interface HubStatus {
  readonly running: true;
  readonly url: string;
  readonly version: string;
  /** Known only for the hub of this home. */
  readonly pid?: number;
  readonly started_at?: string;
  readonly sessions: Readonly<Record<Status, number>>;
  /** The number of live sessions per driver. */
  readonly drivers: Readonly<Record<DriverName, number>>;
  readonly queued_prompts: number;
  readonly open_interactions: number;
  /** Sessions that wait for something that only their terminal can answer. */
  readonly waiting_in_terminal: number;
  readonly rules: RulesStatus;
  readonly hooks: HooksStatus;
  readonly history: HistoryStatus;
}

/** The number of active rules; zero if there are problems. */
export interface RulesStatus {
  readonly count: number;
  readonly problems: readonly PolicyProblem[];
}

/** Which settings make sessions report to the hub of this home, or to a remote one. */
export interface HooksStatus {
  readonly installed: readonly { readonly file: string; readonly events: number; readonly url?: string }[];
  readonly silenced_by: readonly string[];
}

export async function status({ json }: { json?: boolean }): Promise<number> {
  try {
    const found = await look(findHub(process.env));
    if (json) printJson(found);
    else console.log(renderStatus(found, chooseStyle(process.stdout, process.env), Date.now()));
    return 0;
  } catch (error) {
    if (!(error instanceof ReinsError) || error.code !== 'hub_not_running') throw error;
    const hooks = lookAtOwnHooks();
    if (json) printJson({ running: false, hooks });
    else if (hooks.installed.some(({ url }) => url !== undefined)) console.log(describeHooks(hooks));
    throw error;
  }
}

async function look({ client, url, hub }: Connection): Promise<HubStatus> {
  const { version } = await client.health();
  const [counts, { items }, rules, history] = await Promise.all([
    countSessions(client),
    client.interactions({ state: 'open' }),
    lookAtRules(client),
    client.history(),
  ]);
  const own = hub && { pid: hub.pid, started_at: hub.started_at };
  const hooks = lookAtOwnHooks();
  const open_interactions = items.length;
  return { running: true, url, version, ...own, ...counts, open_interactions, rules, hooks, history };
}

async function lookAtRules(client: Client): Promise<RulesStatus> {
  const { policy, problems } = await client.policy.get();
  return { count: policy.rules.filter(({ enabled }) => enabled !== false).length, problems };
}

function lookAtOwnHooks(): HooksStatus {
  const { installed, silencedBy } = lookAtHooks(locateHome(process.env), process.env);
  return {
    installed: installed.map(({ file, events, url }) => ({
      file,
      events: events.length,
      ...(url !== undefined && { url }),
    })),
    silenced_by: silencedBy,
  };
}

type Counts = Pick<HubStatus, 'sessions' | 'drivers' | 'queued_prompts' | 'waiting_in_terminal'>;

async function countSessions(client: Client): Promise<Counts> {
  const sessions = zeros(statusSchema.options);
  const drivers = zeros(driverSchema.options);
  let queued_prompts = 0;
  let waiting_in_terminal = 0;
  for await (const session of client.listAll({ limit: 500 })) {
    const { status: now, driver, queued_prompts: queued } = session;
    if (waitsInTerminal(session, Date.now())) waiting_in_terminal++;
    sessions[now]++;
    if (now !== 'ended') drivers[driver]++;
    queued_prompts += queued;
  }
  return { sessions, drivers, queued_prompts, waiting_in_terminal };
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

export function renderStatus(
  {
    url,
    version,
    pid,
    started_at,
    sessions,
    drivers,
    queued_prompts,
    open_interactions,
    waiting_in_terminal,
    rules,
    hooks,
    history,
  }: HubStatus,
  style: Style,
  now: number,
): string {
  const process = pid === undefined ? '' : `, pid ${pid}`;
  const uptime =
    started_at === undefined ? '' : `, up for ${durationOf(Math.max(0, now - Date.parse(started_at)))}`;
  const counted = statusSchema.options
    .filter((name) => sessions[name] > 0)
    .map((name) => paintStatus(name, style)(`${SHAPES[name]} ${sessions[name]} ${name}`));
  const waits = [
    ...(open_interactions > 0
      ? [`${plural(open_interactions, 'request is', 'requests are')} waiting for you`]
      : []),
    ...(waiting_in_terminal > 0
      ? [`${plural(waiting_in_terminal, 'session is', 'sessions are')} waiting for you in the terminal`]
      : []),
  ];
  return [
    `Reins ${version} at ${url}${process}${uptime}`,
    counted.length === 0 ? 'no sessions yet' : counted.join('  '),
    ...describeDrivers(drivers),
    ...(queued_prompts > 0 ? [`${plural(queued_prompts, 'prompt')} in the queue`] : []),
    ...(waits.length > 0 ? waits.map(style.waits) : ['nothing is waiting for you']),
    ...describeRules(rules, style),
    ...describeHistory(history),
    describeHooks(hooks),
  ].join('\n');
}

/** Where live sessions run, if the hub runs some of them itself. */
function describeDrivers({ stream, tmux, external }: HubStatus['drivers']): string[] {
  const places = [
    `${stream} headless (stream)`,
    `${tmux} in tmux`,
    `${external} started outside of Reins`,
  ].filter((place) => !place.startsWith('0 '));
  return stream + tmux > 0 ? [places.join(', ')] : [];
}

function describeRules({ count, problems: [problem] }: RulesStatus, { fails }: Style): string[] {
  if (problem) {
    const where = describeProblem(problem, 'policy.json');
    return [fails(`no rule applies, the file is invalid: ${cleanLine(where)}`)];
  }
  return count > 0 ? [`${plural(count, 'rule answers', 'rules answer')} for you`] : [];
}

/** The progress of reading past sessions, and the space they take. */
function describeHistory({
  state,
  problem,
  progress,
  database_bytes,
  log_bytes,
  log_bytes_per_day,
  files_gone,
}: HistoryStatus): string[] {
  const { files, bytes, bytes_read, unreadable } = progress;
  if (state === 'failed') return [`history cannot be stored for now: ${problem}`];
  const growth = log_bytes_per_day ? ` (grows by ${sizeOf(log_bytes_per_day)} a day)` : '';
  const log = `${sizeOf(log_bytes)} of events${growth}`;
  if (files === 0 && files_gone === 0) return log_bytes > 0 ? [log] : [];
  const gone = files_gone > 0 ? `, ${files_gone} of them only here` : '';
  const kept = `${plural(files + files_gone, 'transcript')}${gone}`;
  const room = `${sizeOf(database_bytes)} of history, ${log}`;
  const share = bytes === 0 ? 100 : Math.floor((bytes_read / bytes) * 100);
  return [
    state === 'ready' ? `${kept}, all searchable: ${room}` : `${kept}, ${share}% searchable so far: ${room}`,
    ...(unreadable > 0
      ? [`${plural(unreadable, 'transcript')} cannot be read; check the file permissions`]
      : []),
  ];
}

function describeHooks({ installed, silenced_by: [silencing] }: HooksStatus): string {
  if (installed.length === 0) return 'sessions in terminals do not report here yet; run "reins install"';
  if (silencing) return `hooks are installed, but "disableAllHooks" in ${silencing} disables them`;
  return installed
    .map(
      ({ file, events, url }) =>
        `${plural(events, 'event reports', 'events report')} from ${file}${url ? ` to ${url}` : ''}`,
    )
    .join('\n');
}
