/**
 * A run that nobody can type into, with what relay adds to it while it is switched on for its session: messages that
 * reach the model as relayed ones, not as words typed by the user. Everything else is left to the run itself.
 */
import type { Handover, Prompt, Run } from '../../drivers/driver.ts';
import type { Capability } from '../../protocol/session.ts';

/** What a relayed session can do: a message waits for its turn, or is folded into the running one. */
const RELAYED: readonly Capability[] = ['relay', 'queue', 'steer'];

/** The way messages take to a session. */
export interface RelayWay {
  isOn(sessionId: string): boolean;
  blockedBy(sessionId: string): Promise<string | undefined>;
  deliver(sessionId: string, prompt: Prompt): Promise<Handover>;
}

export class RelayRun implements Run {
  readonly #run: Run;
  readonly #way: RelayWay;
  /** Kept true by whoever hears of a `/clear`. */
  sessionId: string;
  readonly canRedeliver = false;

  constructor(run: Run, way: RelayWay) {
    this.#run = run;
    this.#way = way;
    this.sessionId = run.sessionId;
  }

  get runId() {
    return this.#run.runId;
  }

  get driver() {
    return this.#run.driver;
  }

  get pid() {
    return this.#run.pid;
  }

  get startMark() {
    return this.#run.startMark;
  }

  get capabilities(): readonly Capability[] {
    const { capabilities } = this.#run;
    return this.#way.isOn(this.sessionId) ? [...RELAYED, ...capabilities] : capabilities;
  }

  blockedBy() {
    return this.#way.blockedBy(this.sessionId);
  }

  deliver(prompt: Prompt) {
    return this.#way.deliver(this.sessionId, prompt);
  }

  draft() {
    return this.#run.draft();
  }

  interrupt() {
    return this.#run.interrupt();
  }

  setModel(model: string) {
    return this.#run.setModel(model);
  }

  setPermissionMode(mode: string) {
    return this.#run.setPermissionMode(mode);
  }

  rename(name: string) {
    return this.#run.rename(name);
  }

  stop() {
    return this.#run.stop();
  }

  screen() {
    return this.#run.screen();
  }

  terminalCommand() {
    return this.#run.terminalCommand();
  }
}
