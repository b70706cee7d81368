/**
 * How the hub controls Claude Code: a driver starts runs and finds them again, a run is one living `claude` process in
 * its hands. Facts do not come back through these calls: they reach the log by the run's reports, hooks, the transcript
 * and the list of live sessions. Every implementation passes the suite in test/drivers/.
 */
import type { ClaudeChoices } from '../claude/claude-arguments.ts';
import type { RunChoices } from '../core/new-session/run-options.ts';
import type { Decision } from '../protocol/answers.ts';
import type { SlashCommand } from '../protocol/completion.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { ContentBlock } from '../protocol/messages.ts';
import type { PermissionRule } from '../protocol/permission-rules.ts';
import type { Capability, DriverName } from '../protocol/session.ts';
import type { Screen } from '../protocol/steering.ts';
import type { RunTerminal } from './run-terminal.ts';

/** What to start. `env` and `choices.mcp_config` are secrets: they are never logged and never stored readable by others. */
export interface RunOrder extends Omit<ClaudeChoices, 'flags'> {
  readonly choices: RunChoices;
  readonly cwd: string;
  /** The `claude` binary. */
  readonly claude: string;
  /** The whole environment of the run. */
  readonly env: Readonly<Record<string, string>>;
  /** The hooks that report to this hub, as the JSON for `--settings`. */
  readonly settings: object;
}

export interface Prompt {
  /** Its identity on the way: the same id is never taken twice where the driver can promise that. */
  readonly messageId: string;
  readonly content: readonly ContentBlock[];
  /** The texts of other prompts of the session: one of them in the input box is no draft of a person. */
  readonly others?: readonly string[];
}

/** How handing a prompt over went. `unsure`: it may have arrived, or may still arrive. */
export type Handover = 'handed_over' | 'unsure';

/** One living process. Calls throw ReinsError; `not_capable` for what `capabilities` does not list. */
export interface Run {
  /** Names the run for as long as it lives, also after /clear has changed its session. */
  readonly runId: string;
  readonly driver: DriverName;
  /** The session it serves now. */
  readonly sessionId: string;
  /** The claude process, with the mark that tells it from a later one of the same pid. */
  readonly pid: number;
  readonly startMark: string;
  readonly capabilities: readonly Capability[];
  /** Whether delivering the same prompt again is harmless. */
  readonly canRedeliver: boolean;
  /**
   * What is in the way of a prompt right now, such as `dialog` or `trust_dialog`; undefined when nothing is. `sent` are the
   * texts of the session's prompts: one of them in the input box is no draft of a person.
   */
  blockedBy(sent?: readonly string[]): Promise<string | undefined>;
  /** What a person has typed and not sent, where that can be seen. */
  draft(): Promise<string | undefined>;
  /**
   * Hands a prompt to Claude Code; that it was accepted shows in the log. Throws only when it has certainly not arrived:
   * `blocked` with `details.blocked_by` when something is in the way, then nothing was typed.
   */
  deliver(prompt: Prompt): Promise<Handover>;
  /** There where it can be seen whether a text stands in the input box, typed and not sent. */
  isUnsent?(text: string): Promise<boolean>;
  /** Answers a control request of Claude Code, where the run speaks that protocol. The same request is answered once. */
  respond?(requestId: string, response: Readonly<Record<string, unknown>>): Promise<void>;
  /** There where Claude Code says which slash commands it takes. */
  commands?(): Promise<readonly SlashCommand[]>;
  /** There where Claude Code lists the permission rules that it follows; undefined when its version does not. */
  permissionRules?(): Promise<readonly PermissionRule[] | undefined>;
  /** There where the dialogs of Claude Code can be seen and answered. */
  readonly dialogs?: RunDialogs;
  interrupt(): Promise<void>;
  setModel(model: string): Promise<void>;
  setPermissionMode(mode: string): Promise<void>;
  rename(name: string): Promise<void>;
  /** Ends the process, gracefully first, and whatever it started. Resolves once it is gone. */
  stop(): Promise<void>;
  /** The visible text of the run's terminal. */
  screen(): Promise<Screen>;
  /** There where the terminal itself can be shown elsewhere. */
  readonly terminal?: RunTerminal;
  /** The command that shows the run's own terminal. */
  terminalCommand(): readonly string[];
}

/** As much of an interaction as a dialog shows. */
export type Ask = Pick<Interaction, 'kind' | 'tool_name' | 'input' | 'suggestions'>;

/** The dialogs that Claude Code shows in a run's terminal. Only the dialog of the ask itself is ever answered. */
export interface RunDialogs {
  /** Claude Code is stopped, or something else is in front of it: what the screen shows may be old. */
  isAway(): boolean;
  /** What the dialog on the screen asks, as far as it says; undefined when there is none that could be told so. */
  shown(): Promise<Pick<Ask, 'kind' | 'input'> | undefined>;
  /** Whether the dialog of this ask is on the screen. */
  shows(ask: Ask): Promise<boolean>;
  /** Why the dialog cannot be given this decision now; undefined when it can. */
  refusal(ask: Ask, decision: Decision): Promise<string | undefined>;
  /**
   * Resolves once the dialog has taken the decision; false when it was gone before that; `unsure` when the key that decides
   * was pressed and nobody can see what became of it. Throws `no_route` with the reason when another key had no effect:
   * then nothing is decided.
   */
  answer(ask: Ask, decision: Decision): Promise<boolean | 'unsure'>;
}

export interface Driver {
  readonly name: DriverName;
  /** Resolves once the process runs. Throws `start_failed`, `driver_unavailable` or `claude_not_found`, with the way out. */
  start(order: RunOrder): Promise<Run>;
  /** Takes up the runs that an earlier hub left behind; of those that have ended meanwhile, `onEnd` is told. */
  reattach(): Promise<Run[]>;
  /** Lets go of all runs without ending them. */
  close(): void | Promise<void>;
}

/** What a driver tells about its runs. Calls must not throw. */
export interface RunReports {
  /**
   * A line that Claude Code wrote, and where it stands in the run's journal. Some lines take a moment: the next one is
   * offered once this one is settled. False when it could not be taken in now: the driver offers it again later, and
   * nothing after it before.
   */
  line(run: Run, line: JournalLine): boolean | Promise<boolean>;
  /**
   * How far the journal of a run is durably in the log. It may lag behind the lines taken in: a hub that takes up the run
   * is offered everything after it, and what it knows already it passes over.
   */
  takenUpTo(runId: string): number;
  /** The process is gone; `reason` says why in a few words. */
  ended(run: Run, reason: string): void;
  /** A person should know of it, with what to do. */
  warning(run: Run, code: string, message: string): void;
}

export interface JournalLine {
  readonly text: string;
  /** The position right after it; grows through the whole life of the run. */
  readonly end: number;
  /** When it was written to the journal, in milliseconds. */
  readonly at: number;
}
