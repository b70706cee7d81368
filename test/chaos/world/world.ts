/** The world of a chaos run: a stage with the real Claude Code, a real hub, lines to it, clients and watchers. */
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ReinsEvent } from '../../../src/protocol/events.ts';
import type { Stage } from '../../../stage/stage.ts';
import { CLIENTS, type ClientName } from '../plan/clients.ts';
import { LINES, type LineName } from '../plan/faults.ts';
import type { Plan } from '../plan/plan.ts';
import type { CallRecord } from '../record.ts';
import { Client } from './client.ts';
import { callHub, type Target } from './http.ts';
import { HubProcess } from './hub-process.ts';
import { Line } from './line.ts';
import { MachineClock } from './machine-clock.ts';
import { Racers } from './racers.ts';
import { sceneOf } from './scenes.ts';
import { SmallDisk } from './small-disk.ts';
import { watchBySocket } from './socket-watcher.ts';
import { watchBySse } from './sse-watcher.ts';
import { WatchedSession } from './watched-session.ts';

export interface World {
  readonly plan: Plan;
  readonly stage: Stage;
  readonly hub: HubProcess;
  readonly home: string;
  readonly lines: Readonly<Record<LineName, Line>>;
  readonly disk: SmallDisk | undefined;
  readonly clock: MachineClock;
  readonly clients: Readonly<Record<ClientName, Client>>;
  readonly racers: Racers;
  readonly watched: readonly WatchedSession[];
  /** Emits the type and the session of each event, as `message_delivered ID`, when a watcher first gets it. */
  readonly moments: EventEmitter;
  readonly calls: readonly CallRecord[];
  readonly projects: readonly string[];
  /** When the plan started. */
  startedAt: number;
  /** The hub without a line in between, as its operator. */
  operator(): Target;
  /** Ends clients and watchers. */
  leave(): Promise<void>;
  close(): void;
}

export async function openWorld(stage: Stage, plan: Plan): Promise<World> {
  const disk = SmallDisk.mount(join(stage.folder, 'disk'));
  const clock = new MachineClock(stage.folder);
  const home = join(stage.folder, 'disk', 'reins-home');
  const env = { ...stage.env, ...clock.env, REINS_HOME: home, REINS_CLAUDE: stage.claudeBinary };
  const hub = new HubProcess(env, process.env['CHAOS_EARLIER']);
  // The remedy for a lock file that cannot be read.
  hub.onFailedStart = () => rmSync(join(home, 'hub.lock'), { force: true });
  const projects = plan.sessions.map((_, index) => stage.makeProject(`project-${index}`));
  const outside = join(stage.folder, 'outside');
  mkdirSync(outside);
  stage.play(...plan.sessions.flatMap(({ prompts }) => prompts.map((prompt) => sceneOf(prompt, outside))));
  await hub.start();
  const operator = () => ({ url: hub.url, token: readFileSync(join(home, 'token'), 'utf8').trim() });

  const lines = await record(LINES, () => Line.open(() => hub.port));
  const leaving = new AbortController();
  const calls: CallRecord[] = [];
  const clients = await record(CLIENTS, async (name) => {
    const { token } = (await callHub(operator(), 'POST', '/tokens', { name, role: 'operator' })).body;
    const target = () => ({ url: lines[name].url, token });
    return new Client({ name, target, record: (call) => calls.push(call), signal: leaving.signal });
  });
  const asks = plan.sessions.flatMap(({ prompts }) => prompts.flatMap((prompt) => prompt.asks));
  const racers = new Racers(
    Object.values(clients),
    new Map(asks.map((interaction) => [interaction.mark, interaction])),
  );
  const moments = new EventEmitter().setMaxListeners(0);
  const notice = (event: ReinsEvent) => {
    racers.notice(event);
    moments.emit(`${event.type} ${event.session_id}`);
  };
  const watched = plan.sessions.map(({ id }) => new WatchedSession(id, notice));
  const over = (line: LineName) => () => ({ ...operator(), url: lines[line].url });
  const watching = watched.flatMap((session) => [
    watchBySse(over('sse'), session, leaving.signal),
    watchBySocket(over('socket'), session, leaving.signal),
  ]);

  return {
    ...{
      plan,
      stage,
      hub,
      home,
      lines,
      disk,
      clock,
      clients,
      racers,
      watched,
      moments,
      calls,
      projects,
      operator,
    },
    startedAt: Date.now(),
    async leave() {
      leaving.abort();
      for (const line of Object.values(lines)) line.close();
      await Promise.all(watching);
    },
    close() {
      leaving.abort();
      for (const line of Object.values(lines)) line.close();
      disk?.unmount();
    },
  };
}

async function record<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name) => Promise<T>,
): Promise<Record<Name, T>> {
  const made = await Promise.all(names.map(async (name) => [name, await make(name)]));
  return Object.fromEntries(made) as Record<Name, T>;
}
