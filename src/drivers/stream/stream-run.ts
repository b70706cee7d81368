/** One claude driven in stream-json through a runner: takes prompts and control requests, and reads the journal. */
import { randomUUID } from 'node:crypto';
import { readRuleList } from '../../claude/permission-rules.ts';
import {
  type ControlRequest,
  controlRequest,
  controlResponse,
  userMessage,
} from '../../claude/stream-input.ts';
import {
  type ControlAnswer,
  type InitializeAnswer,
  readControlAnswer,
  readInitializeAnswer,
  readResultErrors,
  readSessionId,
  readUnrecognizedModel,
} from '../../claude/stream-output.ts';
import type { Model, SlashCommand } from '../../protocol/completion.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { PermissionRule } from '../../protocol/permission-rules.ts';
import type { Capability } from '../../protocol/session.ts';
import type { Handover, Prompt, Run, RunReports } from '../driver.ts';
import { Attachment } from './attachment.ts';
import { controlRefusal } from './control-refusal.ts';
import { ControlRequests } from './control-requests.ts';
import { endClaude } from './end-claude.ts';
import type { ReadRecord } from './journal-reader.ts';
import { describeEnd, type EndRecord, readEnd } from './journal-record.ts';
import { type ProcessMark, type RunFolder, type RunNote, removeRunFolder, writeNote } from './run-folder.ts';
import { TurnStopper } from './turn-stopper.ts';

const CONTROL_PATIENCE_MS = 10_000;
/** How long claude gets for each step of its shutdown, and how long its last lines get to reach the log. */
const STOP_PATIENCE_MS = 5000;

const CAPABILITIES: readonly Capability[] = [
  'prompt',
  'queue',
  'steer',
  'interrupt',
  'set_model',
  'set_mode',
  'images',
  'answer',
];

/** The record of a run whose claude has been started. */
export type LiveNote = RunNote & { readonly leader: ProcessMark };

/** What Claude Code offers in this run. */
type Offers = Pick<InitializeAnswer, 'commands' | 'models'>;

export class StreamRun implements Run {
  readonly driver = 'stream';
  readonly capabilities = CAPABILITIES;
  /** Claude Code ignores a prompt whose uuid it has already seen. */
  readonly canRedeliver = true;
  readonly #folder: RunFolder;
  readonly #reports: RunReports;
  readonly #forget: () => void;
  readonly #attachment: Attachment;
  readonly #controlRequests = new ControlRequests();
  readonly #stopper = new TurnStopper(() => this.control({ subtype: 'interrupt' }));
  /** Resolves once the end has been reported. */
  readonly #over: Promise<void>;
  #markOver = () => {};
  #note: LiveNote;
  #end: EndRecord | undefined;
  #errors: string[] = [];
  #isStopping = false;
  /** From the response to `initialize`. */
  #offers: Offers | undefined;

  /** `forget` is called when the run is completely finished. */
  constructor(folder: RunFolder, note: LiveNote, reports: RunReports, forget: () => void) {
    this.#folder = folder;
    this.#forget = forget;
    this.#note = note;
    this.#reports = reports;
    this.#over = new Promise((resolve) => {
      this.#markOver = resolve;
    });
    this.#attachment = new Attachment({
      folder,
      runner: note.runner,
      claude: () => this.#processes(),
      takenUpTo: () => reports.takenUpTo(note.runId),
      onRead: (record) => this.#onRead(record),
      take: (record) => this.#take(record),
      onStuck: (reason) => this.#warnOfDisk(reason),
    });
  }

  get runId(): string {
    return this.#note.runId;
  }

  get sessionId(): string {
    return this.#note.sessionId;
  }

  get pid(): number {
    return this.#processes().claude.pid;
  }

  get startMark(): string {
    return this.#processes().claude.startMark;
  }

  /** How claude ended, once it has. */
  get end(): EndRecord | undefined {
    return this.#end;
  }

  /** The errors that claude has reported on stdout so far. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  attach(): void {
    this.#attachment.attach();
  }

  /** From now on, lines and the end are reported. */
  beginReporting(): void {
    this.#attachment.beginTaking();
  }

  /** Resolves when the whole journal has been read and can be recorded. */
  catchUp(): Promise<void> {
    return this.#attachment.readOn();
  }

  /** The process that claude reports as its own. It differs from the started one if that was a script. */
  identify(claude: ProcessMark): void {
    this.#note = { ...this.#note, claude };
    writeNote(this.#folder, this.#note);
  }

  /** Without its runner, claude gets no more input and exits after its turn. */
  async blockedBy(): Promise<string | undefined> {
    return this.#attachment.hasRunner ? undefined : 'run_ending';
  }

  async draft(): Promise<undefined> {}

  async deliver({ messageId, content }: Prompt): Promise<Handover> {
    // If no stop is under way, send it in this same tick: a later stop applies to it.
    if (this.#stopper.isUnderWay) await this.#stopper.settled();
    this.#assertAlive();
    try {
      await this.#attachment.write(`message ${messageId}`, userMessage(messageId, content));
      return 'handed_over';
    } catch (error) {
      // A slow runner, or one that this hub detached from, may have received it anyway.
      if (isNotResponding(error)) return 'unsure';
      throw error;
    }
  }

  interrupt(): Promise<void> {
    return this.#stopper.stop();
  }

  async setModel(model: string): Promise<void> {
    await this.control({ subtype: 'set_model', model });
  }

  async setPermissionMode(mode: string): Promise<void> {
    await this.control({ subtype: 'set_permission_mode', mode });
  }

  async rename(name: string): Promise<void> {
    await this.control({ subtype: 'rename_session', title: name });
  }

  async commands(): Promise<readonly SlashCommand[]> {
    return (await this.#readOffers()).commands;
  }

  async models(): Promise<readonly Model[]> {
    return (await this.#readOffers()).models;
  }

  learnOffers(offers: Offers): void {
    this.#offers = offers;
  }

  async permissionRules(): Promise<readonly PermissionRule[] | undefined> {
    return readRuleList(await this.control({ subtype: 'list_permission_rules' }));
  }

  /** Any control request. Resolves with Claude Code's response; throws if Claude Code rejects it. */
  async control(request: ControlRequest, patienceMs = CONTROL_PATIENCE_MS): Promise<ControlAnswer> {
    this.#assertAlive();
    const requestId = randomUUID();
    const [answer] = await Promise.all([
      this.#controlRequests.await(requestId, request.subtype, patienceMs),
      this.#attachment.write(`control ${requestId}`, controlRequest(requestId, request)),
    ]);
    if (answer.error) throw controlRefusal(request.subtype, answer.error);
    return answer;
  }

  /** Answers a control request of Claude Code. Each request is answered once. */
  async respond(requestId: string, response: Readonly<Record<string, unknown>>): Promise<void> {
    this.#assertAlive();
    await this.#attachment.write(`answer ${requestId}`, controlResponse(requestId, response));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#endProcess();
    const patience = new Promise((resolve) => setTimeout(resolve, STOP_PATIENCE_MS).unref());
    await Promise.race([this.#over, patience]);
  }

  screen(): Promise<never> {
    return Promise.reject(noTerminal());
  }

  terminalCommand(): never {
    throw noTerminal();
  }

  /** Detaches from the run, which continues. */
  detach(): void {
    const why = new ReinsError('hub_not_running', 'The hub is stopping. The session continues.');
    this.#attachment.detach(why);
    this.#controlRequests.close(why);
    this.#stopper.close();
  }

  /** For a run that never started: ends it without a report and deletes its files. */
  async abandon(): Promise<void> {
    await this.#endProcess();
    this.#discard();
  }

  #processes(): { leader: ProcessMark; claude: ProcessMark } {
    const { leader, claude = leader } = this.#note;
    return { leader, claude };
  }

  async #endProcess(): Promise<void> {
    if (this.#end) return;
    // It ends whether or not it receives this.
    void this.control({ subtype: 'end_session' }).catch(() => {});
    await endClaude(this.#processes(), STOP_PATIENCE_MS);
  }

  #onRead(record: ReadRecord): void {
    if (record.channel === 'out') {
      const answer = readControlAnswer(record.text);
      if (answer) {
        this.#stopper.answered(answer);
        this.#controlRequests.answered(answer);
      }
      this.#stopper.onLine(record.text);
      this.#errors.push(...readResultErrors(record.text));
    }
    this.#end ??= readEnd(record);
    if (this.#end) {
      this.#controlRequests.close(hasEnded());
      this.#stopper.close();
    }
  }

  #take(record: ReadRecord): boolean | Promise<boolean> {
    const { channel, text, end, at } = record;
    if (channel === 'err') this.#warnOfModel(text);
    if (channel === 'run' && readEnd(record)) this.#conclude();
    if (channel !== 'out') return true;
    return this.#followSession(text) && this.#reports.line(this, { text, end, at });
  }

  /** Recorded before the line is delivered: a hub that dies in between reads the line again. False if recording fails. */
  #followSession(line: string): boolean {
    const sessionId = readSessionId(line);
    if (sessionId === undefined || sessionId === this.sessionId) return true;
    const note = { ...this.#note, sessionId };
    try {
      writeNote(this.#folder, note);
    } catch {
      return false;
    }
    this.#note = note;
    return true;
  }

  #conclude(): void {
    if (!this.#end) return;
    this.#reports.ended(this, this.#isStopping ? 'stopped' : describeEnd(this.#end));
    this.#markOver();
    // The whole journal has been delivered.
    this.#discard();
  }

  #discard(): void {
    this.detach();
    removeRunFolder(this.#folder);
    this.#forget();
  }

  #warnOfModel(stderrLine: string): void {
    const model = readUnrecognizedModel(stderrLine);
    if (model === undefined) return;
    this.#reports.warning(
      this,
      'unrecognized_model',
      `Claude Code does not recognize the model "${model}" and passes the name on unchanged. Choose another model if requests fail.`,
    );
  }

  #warnOfDisk(reason: string | null): void {
    if (reason === null) return;
    this.#reports.warning(
      this,
      'journal_stuck',
      `Claude Code's output cannot be written to ${this.#folder.path} (${reason}) and is waiting. Free some disk space; nothing is lost.`,
    );
  }

  /** An adopted run is asked again, which has no side effects. */
  async #readOffers(): Promise<Offers> {
    this.#offers ??= readInitializeAnswer(await this.control({ subtype: 'initialize' }));
    return this.#offers;
  }

  #assertAlive(): void {
    if (this.#end) throw hasEnded();
  }
}

function isNotResponding(error: unknown): boolean {
  const code = error instanceof ReinsError ? error.code : undefined;
  return code === 'run_not_responding' || code === 'hub_not_running';
}

function hasEnded(): ReinsError {
  return new ReinsError('session_ended', 'Claude Code has ended. Resume the session to continue.');
}

function noTerminal(): ReinsError {
  return new ReinsError(
    'not_capable',
    'This session has no terminal: it runs with the stream driver. Move it to a terminal with "reins attach".',
  );
}
