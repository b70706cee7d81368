/**
 * Follows the transcripts of live sessions as they grow, and reads older ones when someone opens them. Folder
 * watches report changes immediately; a slow check finds what they miss.
 */
import { dirname } from 'node:path';
import { findTranscript, safeTranscriptPath } from '../../claude/transcript-files.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { FolderWatch } from '../../lib/watch-folder.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { SessionTranscripts } from './session-transcripts.ts';

const SLOW_LOOK_MS = 10_000;
/** A session that ended may still write its last rows. */
const LINGER_MS = 10_000;
/**
 * Number of sessions read on demand whose readers stay, so that opening them again reads only what is new.
 */
const KEPT_READERS = 50;

export interface TranscriptFollowerOptions {
  readonly configFolder: string;
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly output: HubLog;
  readonly now: Clock;
}

export class TranscriptFollower {
  readonly #options: TranscriptFollowerOptions;
  readonly #followed = new Map<string, SessionTranscripts>();
  readonly #opened = new Map<string, SessionTranscripts>();
  readonly #endings = new Map<string, NodeJS.Timeout>();
  readonly #watch = new FolderWatch((folder) => this.#onChange(folder));
  readonly #slowLook: NodeJS.Timeout;

  constructor(options: TranscriptFollowerOptions) {
    this.#options = options;
    this.#slowLook = setInterval(() => this.#checkAll(), SLOW_LOOK_MS);
    this.#slowLook.unref();
  }

  /** Follows a live session from now on. The path is a hint, for example from a hook, and is not trusted. */
  async follow(sessionId: string, hintedPath?: string): Promise<void> {
    clearTimeout(this.#endings.get(sessionId));
    this.#endings.delete(sessionId);
    if (this.#followed.has(sessionId) || this.#isFromHooks(sessionId)) return;
    const path = this.#locate(sessionId, hintedPath);
    // Claude Code creates the file with the first prompt; the hub tries again later.
    if (!path) return;
    // An existing reader continues, and continues to report its position.
    const opened = this.#opened.get(sessionId);
    this.#followed.set(sessionId, opened?.path === path ? opened : this.#readerFor(sessionId, path));
    this.#opened.delete(sessionId);
    await this.#catchUp(sessionId);
  }

  /** The session has ended: reads its last rows, then drops it. */
  release(sessionId: string): void {
    if (!this.#followed.has(sessionId) || this.#endings.has(sessionId)) return;
    void this.#catchUp(sessionId);
    const ending = setTimeout(async () => {
      await this.#catchUp(sessionId);
      // Someone may have resumed it meanwhile.
      if (this.#endings.get(sessionId) === ending) this.#letGo(sessionId);
    }, LINGER_MS);
    ending.unref();
    this.#endings.set(sessionId, ending);
  }

  #letGo(sessionId: string): void {
    const gone = this.#followed.get(sessionId);
    this.#followed.delete(sessionId);
    this.#endings.delete(sessionId);
    const needed = new Set([...this.#followed.values()].flatMap((followed) => foldersOf(followed)));
    for (const folder of gone ? foldersOf(gone) : []) if (!needed.has(folder)) this.#watch.remove(folder);
  }

  /** Brings the log up to date with the session's transcript. */
  async readNow(sessionId: string, knownPath?: string): Promise<void> {
    await this.#open(sessionId, knownPath)?.catchUp();
  }

  /**
   * Brings the log up to date with the newest part of the session's transcript; the rest of a long one
   * follows.
   */
  async readTail(sessionId: string, knownPath?: string): Promise<void> {
    await this.#open(sessionId, knownPath)?.catchUpWithTail();
  }

  /** While its transcript is being read: the start of the part that the log holds without gaps. */
  completeFrom(sessionId: string): number | undefined {
    return (this.#followed.get(sessionId) ?? this.#opened.get(sessionId))?.completeFrom;
  }

  #open(sessionId: string, knownPath?: string): SessionTranscripts | undefined {
    const followed = this.#followed.get(sessionId);
    if (followed) return followed;
    if (this.#isFromHooks(sessionId)) return undefined;
    const path = this.#locate(sessionId, knownPath);
    if (!path) return undefined;
    const kept = this.#opened.get(sessionId);
    const opened = kept?.path === path ? kept : this.#readerFor(sessionId, path);
    this.#opened.delete(sessionId);
    this.#opened.set(sessionId, opened);
    for (const oldest of this.#opened.keys()) {
      if (this.#opened.size <= KEPT_READERS) break;
      this.#opened.delete(oldest);
    }
    return opened;
  }

  /** Forgets the read position of a transcript. False if it is being followed or read. */
  forget(sessionId: string): boolean {
    if (this.#followed.has(sessionId) || this.#opened.get(sessionId)?.isReading) return false;
    this.#opened.delete(sessionId);
    return true;
  }

  /** Whether the transcript is being read into the log, or was when last opened. */
  isOpened(sessionId: string): boolean {
    return this.#followed.has(sessionId) || this.#opened.has(sessionId);
  }

  /** Live sessions that had no transcript yet. */
  isFollowed(sessionId: string): boolean {
    return this.#followed.has(sessionId);
  }

  close(): void {
    clearInterval(this.#slowLook);
    for (const ending of this.#endings.values()) clearTimeout(ending);
    this.#watch.close();
  }

  /** Its transcript would repeat everything. */
  #isFromHooks(sessionId: string): boolean {
    return this.#options.reader.session(sessionId)?.told_by_hooks ?? false;
  }

  #locate(sessionId: string, hintedPath?: string): string | undefined {
    const { configFolder } = this.#options;
    const hinted = hintedPath && safeTranscriptPath(configFolder, sessionId, hintedPath);
    const path = hinted || findTranscript(configFolder, sessionId);
    return path && safeTranscriptPath(configFolder, sessionId, path);
  }

  #readerFor(sessionId: string, path: string): SessionTranscripts {
    const { log, reader, now } = this.#options;
    if (reader.session(sessionId)?.observed.transcript_path?.value !== path) {
      log.append([
        {
          sessionId,
          drafts: [
            {
              type: 'session_described',
              source: 'transcript',
              at: now(),
              fields: ['transcript_path'],
              observed: { transcript_path: path },
            },
          ],
        },
      ]);
    }
    return new SessionTranscripts({ sessionId, path, log, reader, now });
  }

  #onChange(folder: string): void {
    for (const [sessionId, followed] of this.#followed) {
      if (foldersOf(followed).includes(folder)) void this.#catchUp(sessionId);
    }
  }

  #checkAll(): void {
    for (const sessionId of this.#followed.keys()) void this.#catchUp(sessionId);
  }

  async #catchUp(sessionId: string): Promise<void> {
    const transcripts = this.#followed.get(sessionId);
    if (!transcripts) return;
    for (const folder of foldersOf(transcripts)) this.#watch.add(folder);
    try {
      await transcripts.catchUp();
    } catch (error) {
      this.#options.output.warn(`Failed to read the transcript of ${sessionId}; trying again`, error);
    }
  }
}

/** The folders that may change while the session continues. */
function foldersOf({ path, subagentsFolder }: SessionTranscripts): string[] {
  return [dirname(path), dirname(subagentsFolder), subagentsFolder];
}
