/** A run whose terminal is a tmux pane: the hub's own, or a person's. */
import type { ProcessMark } from '../../lib/process-identity.ts';
import type { Capability, DriverName } from '../../protocol/session.ts';
import type { Screen } from '../../protocol/steering.ts';
import type { Handover, Prompt, Run } from '../driver.ts';
import type { RunTerminal } from '../run-terminal.ts';
import type { ClaudePane } from './claude-pane.ts';
import { PaneDialogs } from './dialog/pane-dialogs.ts';
import { TurnInterrupter } from './interrupt-turn.ts';
import { isDraftOf } from './screen/draft-of.ts';
import { switchMode } from './switch-mode.ts';
import { switchModel } from './switch-model.ts';

export interface PaneRunOptions {
  readonly driver: DriverName;
  readonly runId: string;
  readonly sessionId: string;
  readonly process: ProcessMark;
  readonly pane: ClaudePane;
  readonly terminalCommand: readonly string[];
  readonly terminal: RunTerminal;
  stop(run: Run): Promise<void>;
  warn(run: Run, code: string, message: string): void;
}

export class PaneRun implements Run {
  readonly driver: DriverName;
  readonly capabilities: readonly Capability[] = [
    'prompt',
    'queue',
    'steer',
    'interrupt',
    'set_model',
    'set_mode',
    'terminal',
  ];
  readonly canRedeliver = false;
  readonly dialogs: PaneDialogs;
  readonly #options: PaneRunOptions;
  readonly #interrupter: TurnInterrupter;
  #process: ProcessMark;

  constructor(options: PaneRunOptions) {
    this.#options = options;
    this.driver = options.driver;
    this.#process = options.process;
    this.#interrupter = new TurnInterrupter(options.pane);
    this.dialogs = new PaneDialogs(options.pane);
  }

  get runId(): string {
    return this.#options.runId;
  }

  get sessionId(): string {
    return this.#options.sessionId;
  }

  get pid(): number {
    return this.#process.pid;
  }

  get startMark(): string {
    return this.#process.startMark;
  }

  /** Claude Code turned out to be a different process from the started one. */
  identify(process: ProcessMark): void {
    this.#process = process;
  }

  get pane(): ClaudePane {
    return this.#options.pane;
  }

  blockedBy(sent: readonly string[] = []): Promise<string | undefined> {
    return this.pane.blockedBy(sent);
  }

  draft(): Promise<string | undefined> {
    return this.pane.draft();
  }

  async isUnsent(text: string): Promise<boolean> {
    return isDraftOf((await this.pane.draft()) ?? '', text);
  }

  deliver({ content, others = [] }: Prompt): Promise<Handover> {
    return this.pane.deliver(content, others);
  }

  interrupt(): Promise<void> {
    return this.#interrupter.interrupt();
  }

  async setModel(model: string): Promise<void> {
    const { isDefaultNow } = await switchModel(this.pane, model);
    if (isDefaultNow) this.#options.warn(this, 'model_is_default_now', describeDefault(model));
  }

  setPermissionMode(mode: string): Promise<void> {
    return switchMode(this.pane, mode);
  }

  rename(name: string): Promise<void> {
    return this.pane.exclusively(() => this.pane.submit(`/rename ${name.replace(/\s+/g, ' ')}`));
  }

  stop(): Promise<void> {
    return this.#options.stop(this);
  }

  screen(): Promise<Screen> {
    return this.pane.screen();
  }

  get terminal(): RunTerminal {
    return this.#options.terminal;
  }

  terminalCommand(): readonly string[] {
    return this.#options.terminalCommand;
  }
}

function describeDefault(model: string): string {
  return `Claude Code has also made "${model}" the default for new sessions: its menu does not offer that name, and "/model" always changes the default. Choose another default with "/model" in any session.`;
}
