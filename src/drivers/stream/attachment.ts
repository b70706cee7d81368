/**
 * The hub's connection to one runner: connects, reconnects, reads the journal, and handles the end when the runner is gone.
 * Does not interpret the lines.
 */
import type { ReinsError } from '../../protocol/errors.ts';
import { killTools } from '../leftovers.ts';
import { endClaude, isAlive } from './end-claude.ts';
import { JournalIntake } from './journal-intake.ts';
import { JournalReader, type ReadRecord } from './journal-reader.ts';
import { type EndRecord, readEnd } from './journal-record.ts';
import type { ProcessMark, RunFolder } from './run-folder.ts';
import { RunnerLink } from './runner-link.ts';

const RECONNECT_MS = 200;
/** How long a claude without a runner gets to finish its turn. Its input has ended, so it exits afterwards. */
const ORPHAN_PATIENCE_MS = 5000;

export interface AttachmentOptions {
  readonly folder: RunFolder;
  readonly runner: ProcessMark;
  readonly claude: () => { readonly leader: ProcessMark; readonly claude: ProcessMark };
  readonly takenUpTo: () => number;
  readonly onRead: (record: ReadRecord) => void;
  readonly take: (record: ReadRecord) => boolean | Promise<boolean>;
  readonly onStuck: (reason: string | null) => void;
}

export class Attachment {
  readonly #options: AttachmentOptions;
  readonly #link: RunnerLink;
  readonly #intake: JournalIntake;
  #isDetached = false;
  #hasReadEnd = false;

  constructor(options: AttachmentOptions) {
    const { folder, takenUpTo, take, onStuck } = options;
    this.#options = options;
    this.#link = new RunnerLink({
      file: folder.socketFile,
      onNews: () => void this.#intake.readOn(),
      onLost: () => this.#lost(),
      onStuck,
    });
    this.#intake = new JournalIntake({
      reader: new JournalReader(folder.path, takenUpTo()),
      onRead: (record) => {
        this.#hasReadEnd ||= readEnd(record) !== undefined;
        options.onRead(record);
      },
      take,
      takenUpTo,
    });
  }

  /** Connects to the runner; if there is none, reads what it left and handles its claude. */
  attach(): void {
    if (isAlive(this.#options.runner)) this.#link.connect();
    else void this.#settleEstate();
  }

  get hasRunner(): boolean {
    return isAlive(this.#options.runner);
  }

  /** Until now, lines were read but not delivered. */
  beginTaking(): void {
    this.#intake.beginTaking();
  }

  /** Resolves when the whole journal has been read and, if possible, delivered. */
  readOn(): Promise<void> {
    return this.#intake.readOn();
  }

  write(id: string, message: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#link.write(id, message);
  }

  detach(why: ReinsError): void {
    this.#isDetached = true;
    this.#link.close(why);
    this.#intake.close();
  }

  #lost(): void {
    if (this.#isDetached) return;
    if (!isAlive(this.#options.runner)) {
      void this.#settleEstate();
      return;
    }
    // The runner may be exiting, or its socket may be gone. Its journal is still readable.
    void this.#intake.readOn();
    setTimeout(() => !this.#isDetached && this.attach(), RECONNECT_MS).unref();
  }

  async #settleEstate(): Promise<void> {
    await this.#intake.readOn();
    if (this.#hasReadEnd) return;
    const { leader, claude } = this.#options.claude();
    await endClaude({ leader, claude }, ORPHAN_PATIENCE_MS);
    killTools(claude);
    const end: EndRecord = { ended: { code: null, signal: null }, stderr: '' };
    this.#intake.conclude({ at: Date.now(), channel: 'run', text: JSON.stringify(end), end: 0 });
  }
}
