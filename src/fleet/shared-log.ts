/** The part of this host's log that the fleet may see, in pages; and the same for members that missed something. */
import { createHash } from 'node:crypto';
import type { ReinsEvent } from '../protocol/events.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import type { SharedLog } from './event-publisher.ts';
import type { LogPage } from './log-page.ts';

/** A page fits a NATS message, unless one event alone does not. */
const PAGE_BYTES = 512 * 1024;
const PAGE_EVENTS = 500;

/** Which sessions leave this host: all, none, or those in these folders. */
export type Share = 'all' | 'none' | readonly string[];

/** Whether sessions in this folder leave this host. */
export function isSharedFolder(cwd: string, shared: Share): boolean {
  if (typeof shared === 'string') return shared === 'all';
  return shared.some((folder) => cwd === folder || cwd.startsWith(`${folder.replace(/\/$/, '')}/`));
}

export interface SharedLogOptions {
  readonly log: Pick<EventLog, 'epoch' | 'host' | 'onCommit'>;
  readonly reader: Pick<LogReader, 'events' | 'lastPosition' | 'sessionName'>;
  /** The name of this host in the fleet. */
  readonly name: string;
  readonly share: () => Share;
}

export function shareLog({ log, reader, name, share }: SharedLogOptions): SharedLog {
  /** Sessions that were sent from their start since this hub started. */
  let complete = new Set<string>();
  let epochOfComplete = '';
  const epoch = () => {
    const shared = share();
    return shared === 'all' ? log.epoch : `${log.epoch}-${digest(JSON.stringify(shared))}`;
  };

  return {
    epoch,
    lastPosition: () => reader.lastPosition(),
    onCommit: (listener) => log.onCommit(listener),
    page(after) {
      const now = epoch();
      if (now !== epochOfComplete) [complete, epochOfComplete] = [new Set(), now];
      const events: ReinsEvent[] = [];
      let [up_to, bytes] = [after, 0];
      for (const { position, json } of reader.events({ after, limit: PAGE_EVENTS })) {
        if (bytes > 0 && bytes + json.length > PAGE_BYTES) break;
        up_to = position;
        const event = JSON.parse(json) as ReinsEvent;
        const missing = missingBefore(event, position);
        if (!missing) continue;
        for (const one of [...missing, event]) events.push(named(one));
        bytes += json.length;
      }
      return { epoch: now, after, up_to, events } satisfies LogPage;
    },
  };

  /** Undefined for an event that is not shared; otherwise what belongs before it and was not shared when it happened. */
  function missingBefore(event: ReinsEvent, position: number): ReinsEvent[] | undefined {
    const shared = share();
    if (shared === 'all') return [];
    const { session_id } = event;
    if (!isShared(session_id, shared)) return undefined;
    if (complete.has(session_id)) return [];
    complete.add(session_id);
    return event.seq === 1 ? [] : eventsBefore(session_id, position);
  }

  /** The folder of a session may become known, or change, after its first events. */
  function eventsBefore(sessionId: string, position: number): ReinsEvent[] {
    const earlier: ReinsEvent[] = [];
    let after = 0;
    for (;;) {
      const page = reader.events({ sessionId, after, limit: PAGE_EVENTS });
      for (const { position: at, json } of page) {
        if (at >= position) return earlier;
        earlier.push(JSON.parse(json));
        after = at;
      }
      if (page.length === 0) return earlier;
    }
  }

  function isShared(sessionId: string, shared: Share): boolean {
    return isSharedFolder(reader.sessionName(sessionId)?.cwd ?? '', shared);
  }

  /** Members know this host by its name in the fleet. Sessions of machines that only send hooks keep theirs. */
  function named(event: ReinsEvent): ReinsEvent {
    return event.host === log.host ? { ...event, host: name } : event;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
