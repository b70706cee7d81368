/**
 * Removes sessions from the log that ended long ago: once a day, and on request. A session whose transcript still exists
 * stays in the list and is read again when it is opened.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lookAt } from '../../claude/transcript-files.ts';
import type { Draft } from '../../core/draft.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { Clock } from '../../lib/clock.ts';
import { databaseSize } from '../../lib/database-size.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Prune, Pruned } from '../../protocol/history.ts';
import { growthPerDay } from '../../store/backups.ts';
import type { EventLog } from '../../store/event-log.ts';
import { countEvents, findOldSessions, type OldSession, returnRoom } from '../../store/old-sessions.ts';
import type { Database } from '../../store/sqlite.ts';
import type { ReinsHome } from './reins-home.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const REMOVED_AT_ONCE = 10;
const FIRST_LOOK_AFTER_MS = 5 * 60 * 1000;

/** Where a session's transcript is, as far as the log knows. */
export interface NamedTranscript {
  readonly sessionId: string;
  readonly path: string;
}

export interface LogRetentionOptions {
  readonly database: Database;
  readonly log: EventLog;
  readonly output: HubLog;
  /** 0 keeps everything. */
  readonly logDays: () => number;
  readonly home: Pick<ReinsHome, 'logFile' | 'backupsFolder'>;
  /** Called before a session is removed; returns false if it must stay for now. */
  readonly forget: (sessionId: string) => boolean;
  /** Lists transcripts of sessions that the log does not have. */
  readonly list: (transcripts: readonly NamedTranscript[]) => Promise<void>;
  readonly now: Clock;
}

export class LogRetention {
  readonly #options: LogRetentionOptions;
  readonly #timers: readonly NodeJS.Timeout[];
  #isClosed = false;

  constructor(options: LogRetentionOptions) {
    this.#options = options;
    const look = () => void this.#removeDaily();
    this.#timers = [setTimeout(look, FIRST_LOOK_AFTER_MS).unref(), setInterval(look, DAY_MS).unref()];
  }

  /** How fast the log grows; undefined until that is known. */
  bytesPerDay(): number | undefined {
    return growthPerDay(this.#options.home.backupsFolder);
  }

  async prune({ days, dry_run = false }: Prune): Promise<Pruned> {
    const { database, logDays, home, now } = this.#options;
    const age = days ?? logDays();
    if (age === 0) {
      throw new ReinsError('invalid_request', 'No age given. Pass a number of days, or set log_days.');
    }
    const before = now() - age * DAY_MS;
    const all = countEvents(database);
    const bytes = databaseSize(home.logFile);
    const removed = dry_run ? findOldSessions(database, before) : await this.#remove(before);
    const events = removed.reduce((sum, session) => sum + session.events, 0);
    return {
      days: age,
      dry_run,
      sessions: removed.length,
      without_transcript: removed.length - transcriptsOf(removed).length,
      events,
      // An estimate until they are removed, since events differ in size.
      bytes: dry_run
        ? Math.round((bytes * events) / Math.max(1, all))
        : Math.max(0, bytes - databaseSize(home.logFile)),
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #remove(before: number): Promise<OldSession[]> {
    const { database, log, forget, list } = this.#options;
    const seen = new Set<string>();
    const removed: OldSession[] = [];
    const marked: SessionState[] = [];
    while (!this.#isClosed) {
      // Found and removed without a pause, in which a session could resume.
      const old = findOldSessions(database, before).filter(({ sessionId }) => !seen.has(sessionId));
      for (const session of old.slice(0, REMOVED_AT_ONCE)) {
        seen.add(session.sessionId);
        // It may be in use; the next run will remove it.
        if (!forget(session.sessionId)) continue;
        const state = log.states.get(session.sessionId);
        if (state?.archived?.value || state?.labels?.length) marked.push(state);
        log.remove(session.sessionId);
        removed.push(session);
      }
      if (old.length <= REMOVED_AT_ONCE) break;
      await nextTurn();
    }
    if (!this.#isClosed) await list(transcriptsOf(removed));
    for (const state of marked) if (!this.#isClosed) this.#markAgain(state);
    while (!this.#isClosed && returnRoom(database)) await nextTurn();
    return removed;
  }

  /** A session that is still listed stays archived and labelled. */
  #markAgain({ session_id: sessionId, archived, labels = [] }: SessionState): void {
    const { log, now } = this.#options;
    if (!log.states.get(sessionId)) return;
    const marks = { archived: archived?.value ?? false, labels: [...labels], by: 'log_days' };
    const draft: Draft = { type: 'session_marked', source: 'driver', at: now(), ...marks };
    log.append([{ sessionId, drafts: [draft] }]);
  }

  async #removeDaily(): Promise<void> {
    if (this.#options.logDays() === 0) return;
    try {
      await this.prune({});
    } catch (error) {
      if (!this.#isClosed) this.#options.output.warn('Failed to remove old sessions from the log', error);
    }
  }
}

/** The transcripts that still exist. */
function transcriptsOf(sessions: readonly OldSession[]): NamedTranscript[] {
  return sessions.flatMap(({ sessionId, transcript }) => (transcript && lookAt(transcript, sessionId)) || []);
}
