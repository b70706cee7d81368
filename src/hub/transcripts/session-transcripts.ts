/** The transcript of one session and those of its subagents, as they appear. */
import { subagentsFolder } from '../../claude/transcript-files.ts';
import type { Clock } from '../../lib/clock.ts';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { describeSubagent, listSubagentFiles, readAbout, type SubagentFile } from './subagent-files.ts';
import { TranscriptFile } from './transcript-file.ts';

export interface SessionTranscriptsOptions {
  readonly sessionId: string;
  readonly path: string;
  readonly log: Pick<EventLog, 'append'>;
  readonly reader: Pick<LogReader, 'checkpoint' | 'session'>;
  readonly now: Clock;
}

export class SessionTranscripts {
  readonly path: string;
  readonly subagentsFolder: string;
  readonly #options: SessionTranscriptsOptions;
  readonly #main: TranscriptFile;
  readonly #agents = new Map<string, TranscriptFile>();
  /** The last reported description of each subagent, to report only changes. */
  readonly #described = new Map<string, string>();
  readonly #reading = new OneAtATime(() => this.#readNew());

  constructor(options: SessionTranscriptsOptions) {
    this.#options = options;
    this.path = options.path;
    this.subagentsFolder = subagentsFolder(options.path);
    this.#main = new TranscriptFile(options);
  }

  /** Reads everything new in all files of the session. */
  catchUp(): Promise<void> {
    return this.#reading.run();
  }

  get isReading(): boolean {
    return this.#reading.isBusy;
  }

  /**
   * Resolves once the log holds everything, or the newest part of a long conversation; the rest is read
   * meanwhile.
   */
  catchUpWithTail(): Promise<void> {
    const whole = this.catchUp();
    return this.#main.isRead ? whole : Promise.race([whole, this.#main.tail]);
  }

  /** While the main conversation is being read: the start of the part that the log holds without gaps. */
  get completeFrom(): number | undefined {
    return this.#main.completeFrom;
  }

  async #readNew(): Promise<void> {
    await this.#main.catchUp();
    for (const file of listSubagentFiles(this.path)) {
      await this.#agentFile(file).catchUp();
      this.#describe(file);
    }
  }

  #agentFile({ agentId, path }: SubagentFile): TranscriptFile {
    let file = this.#agents.get(agentId);
    if (!file) {
      file = new TranscriptFile({ ...this.#options, path, agentId });
      this.#agents.set(agentId, file);
    }
    return file;
  }

  #describe(file: SubagentFile): void {
    const { agentId } = file;
    const about = readAbout(file);
    if (about === '' || this.#described.get(agentId) === about) return;
    const facts = describeSubagent(agentId, about, this.#options.now());
    if (!facts) return;
    this.#options.log.append([{ sessionId: this.#options.sessionId, drafts: facts }]);
    this.#described.set(agentId, about);
  }
}
