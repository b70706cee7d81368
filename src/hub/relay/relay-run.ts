/**
 * A run that the hub cannot type into, extended while relay is enabled for its session: messages reach the model as relayed
 * ones, not as typed by the user. Everything else is left to the run itself.
 */
import type { Handover, Prompt, Run } from '../../drivers/driver.ts';
import type { Capability } from '../../protocol/session.ts';

/** What a relayed session can do: queue a message, or add it to the running turn. */
const RELAYED: readonly Capability[] = ['relay', 'queue', 'steer'];

/** How messages reach a session. */
export interface RelayWay {
  isOn(sessionId: string): boolean;
  blockedBy(sessionId: string): Promise<string | undefined>;
  deliver(sessionId: string, prompt: Prompt): Promise<Handover>;
}

export class RelayRun implements Run {
  readonly #run: Run;
  readonly #way: RelayWay;
  /** Updated by the caller after a `/clear`. */
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
