/** Collects the record of a run once it is quiet: reads everything again, restarts the hub, and reads it once more. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processes } from '../../../src/lib/processes.ts';
import type { AuditEntry } from '../../../src/protocol/audit.ts';
import type { Item } from '../../../src/protocol/conversation.ts';
import type { ReinsEvent } from '../../../src/protocol/events.ts';
import { createClient } from '../../../src/sdk/client.ts';
import { type Hearing, readHearings } from '../../../stage/conversation.ts';
import type { RecordedRequest } from '../../../stage/messages-api.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { stageProcesses } from '../../../stage/stage-folder.ts';
import { RAN_FILE } from '../marks.ts';
import type { FaultRecord, RequestRecord, RunRecord, SessionRecord } from '../record.ts';
import type { World } from './world.ts';

export async function collect(world: World, faults: readonly FaultRecord[]): Promise<RunRecord> {
  const { plan, stage, hub, startedAt, calls } = world;
  const read = await Promise.all(plan.sessions.map(({ id }) => readSession(world, id)));
  const audit: AuditEntry[] = [];
  for await (const entry of createClient(world.operator()).auditExport()) audit.push(entry);
  await hub.killFor(0, () => {});
  const again = await Promise.all(
    plan.sessions.map(({ id }, index) => readEvents(world, id, lastSeq(read[index]))),
  );
  await world.leave();
  await hub.stopAll();
  const leftovers = await findLeftovers(stage.folder);
  const sessions = plan.sessions.map((session, index): SessionRecord => {
    const { watched, resets } = world.watched[index] as (typeof world.watched)[number];
    return {
      plan: session,
      watched,
      resets,
      ...(read[index] as Awaited<ReturnType<typeof readSession>>),
      eventsAfterRestart: again[index] as ReinsEvent[],
      transcript: stage.transcript(session.id),
      ran: readLines(join(world.projects[index] as string, RAN_FILE)),
    };
  });
  const requests = stage.requests.map(toRequestRecord);
  return {
    plan,
    startedAt,
    sessions,
    calls,
    faults,
    audit,
    requests,
    failedStarts: hub.failedStarts,
    leftovers,
  };
}

async function readSession(world: World, id: string) {
  const client = createClient(world.operator());
  const view = await client.get(id);
  const items: Item[] = [];
  for (let before: number | undefined; ; ) {
    const page = await client.turns(id, { limit: 500, ...(before !== undefined && { before }) });
    items.unshift(...page.turns.flatMap(({ prompt, items: rest }) => [...(prompt ? [prompt] : []), ...rest]));
    if (page.older_before === undefined) break;
    before = page.older_before;
  }
  return { view, items, events: await readEvents(world, id, view.seq) };
}

const lastSeq = (read: { view: { seq: number } } | undefined) => read?.view.seq ?? 0;

/** From the start up to `seq`. */
async function readEvents(world: World, sessionId: string, seq: number): Promise<ReinsEvent[]> {
  const done = new AbortController();
  const events: ReinsEvent[] = [];
  const messages = createClient(world.operator()).subscribe({
    sessionId,
    since: 0,
    live: false,
    signal: done.signal,
  });
  for await (const { id, event } of messages) {
    if (id === undefined) continue;
    events.push(event as ReinsEvent);
    if (events.at(-1)?.seq === seq) done.abort();
  }
  return events;
}

function toRequestRecord({ at, sessionId, body, hearing }: RecordedRequest): RequestRecord {
  const said = readHearings(body).flatMap((reported: Hearing) => reported.said);
  return { at, sessionId, said, results: hearing.toolResults };
}

function readLines(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

async function findLeftovers(folder: string): Promise<string[]> {
  // Those that stay are reported by the model.
  await waitUntil('processes to end', () => stageProcesses(folder).length === 0).catch(() => {});
  return stageProcesses(folder).map(describeProcess);
}

function describeProcess(pid: number): string {
  const columns = 'pid=,ppid=,stat=,etime=,wchan:20=';
  const { stdout } = spawnSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8' });
  return `${stdout.trim()} ${processes.commandLine(pid).join(' ').slice(0, 200)}`;
}
