/** The hub of a chaos run: killed, paused and started again at any moment, and started until it is up. */
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../../stage/patience.ts';
import { type ReinsProcess, startReins } from '../../reins-process.ts';
import type { FailedStart } from '../record.ts';

const RETRY_MS = 300;

export class HubProcess {
  readonly env: Readonly<Record<string, string>>;
  readonly failedStarts: FailedStart[] = [];
  /** Called after a failed start: the remedy that a person would apply. */
  onFailedStart: () => void = () => {};
  #running: ReinsProcess | undefined;
  #port = 0;
  /** The program of an earlier version, until the upgrade. */
  #earlier: string | undefined;
  /** One operation at a time: a starting hub is not started again. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(env: Readonly<Record<string, string>>, earlier?: string) {
    this.env = env;
    this.#earlier = earlier;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#untilUp());
  }

  /** Kills it, waits, and starts it again. `whileDown` may damage its files. */
  killFor(ms: number, whileDown: () => void): Promise<void> {
    return this.#inTurn(async () => {
      await this.#kill();
      whileDown();
      await delay(ms);
      await this.#untilUp();
    });
  }

  /** Kills the earlier version and starts the current one. False if there is no earlier one. */
  upgrade(): Promise<boolean> {
    return this.#inTurn(async () => {
      if (this.#earlier === undefined) return false;
      await this.#kill();
      this.#earlier = undefined;
      await this.#untilUp();
      return true;
    });
  }

  pauseFor(ms: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#running?.child.kill('SIGSTOP');
      await delay(ms);
      this.#running?.child.kill('SIGCONT');
    });
  }

  /** Ends the hub and every session that it runs. */
  async stopAll(): Promise<void> {
    await startReins(['down', '--stop-sessions'], this.env).exited;
  }

  async #kill(): Promise<void> {
    this.#running?.child.kill('SIGKILL');
    await this.#running?.exited;
  }

  async #untilUp(): Promise<void> {
    await waitUntil('the hub to start', () => this.#tryStart(), {
      everyMs: RETRY_MS,
      explain: () => this.failedStarts.map(({ output }) => output).join('\n'),
    });
  }

  async #tryStart(): Promise<boolean> {
    const started = startReins(['up', '--port', String(this.#port)], this.env, { program: this.#earlier });
    this.#running = started;
    const up = started.waitForOutput(/is up at \S+:(\d+)/);
    // Abandoned if the hub exits first; the timeout of the wait must not end the test then.
    up.catch(() => {});
    const outcome = await Promise.race([up, started.exited]);
    if (Array.isArray(outcome)) {
      this.#port = Number(outcome[1]);
      return true;
    }
    const { stdout, stderr } = started.output();
    this.failedStarts.push({ at: Date.now(), output: `${stdout}${stderr}` });
    this.onFailedStart();
    return false;
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(act);
    this.#turn = result.catch(() => {});
    return result;
  }
}
