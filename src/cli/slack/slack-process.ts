/**
 * Runs `reins slack` for a hub whose setting `slack` is set, as a separate process: an error in it, or in
 * Slack's libraries, must not end the hub. It ends with the hub, even if the hub is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { HubLog } from '../../lib/hub-log.ts';
import type { Settings } from '../../protocol/settings.ts';

export interface SlackProcessOptions {
  readonly settings: { get(): Settings; onChange(listener: () => void): () => void };
  readonly env: NodeJS.ProcessEnv;
  readonly output: HubLog;
  readonly program?: string;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** How long it may take to end. */
const END_MS = 5000;
/** A process that ran this long had started. */
const STARTED_AFTER_MS = 60_000;

export class SlackProcess {
  readonly #options: SlackProcessOptions;
  readonly #unsubscribe: () => void;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(options: SlackProcessOptions) {
    this.#options = options;
    this.#unsubscribe = options.settings.onChange(() => this.#adjust());
    this.#adjust();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    await this.#stop();
  }

  #adjust(): void {
    const isWanted = this.#options.settings.get().slack !== null;
    if (!isWanted) void this.#stop();
    else if (!this.#child && !this.#timer) this.#start();
  }

  #start(): void {
    const { env, output, program = process.argv[1] ?? '' } = this.#options;
    const { REINS_URL: _url, REINS_TOKEN: _token, ...own } = env;
    const child = spawn(process.execPath, [program, 'slack', '--until-input-ends'], {
      env: own,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    const startedAt = performance.now();
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (line) => output.info(line));
    createInterface({ input: child.stderr }).on('line', (line) => output.warn(line));
    child.on('error', (error) => output.warn('Failed to start the Slack app', error));
    child.on('close', () => {
      if (this.#child === child) this.#child = undefined;
      if (this.#isClosed || this.#options.settings.get().slack === null) return;
      this.#failures = performance.now() - startedAt > STARTED_AFTER_MS ? 1 : this.#failures + 1;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
      output.warn(`The Slack app has ended. It is started again in ${Math.round(pauseMs / 1000)} s.`);
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#adjust();
      }, pauseMs);
    });
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#failures = 0;
    const child = this.#child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
    await ended;
    clearTimeout(timer);
  }
}
