/**
 * How the hub controls Claude Code. A driver starts runs and finds them again; a run is one live `claude` process. These
 * calls do not return facts: facts reach the log through the run's reports, hooks, the transcript and the list of live
 * sessions. Every implementation passes the suite in test/drivers/.
 */
import type { ClaudeChoices } from '../claude/claude-arguments.ts';
import type { RunChoices } from '../core/new-session/run-options.ts';
import type { Decision } from '../protocol/answers.ts';
import type { Model, SlashCommand } from '../protocol/completion.ts';
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
  /** The hooks that report to this hub, as JSON for `--settings`. */
  readonly settings: object;
}

export interface Prompt {
  /** Where `canRedeliver` is true, the driver accepts each id only once. */
  readonly messageId: string;
  readonly content: readonly ContentBlock[];
  /** The texts of the session's other prompts. If one of them is in the input box, it is not a person's draft. */
  readonly others?: readonly string[];
}

/** The outcome of a delivery. `unsure`: the prompt may have arrived, or may still arrive. */
export type Handover = 'handed_over' | 'unsure';

/** One live process. Calls throw ReinsError, with `not_capable` for anything missing from `capabilities`. */
export interface Run {
  /** Identifies the run for its whole life, even after /clear has changed its session. */
  readonly runId: string;
  readonly driver: DriverName;
  /** The session it currently serves. */
  readonly sessionId: string;
  /** The claude process, with the mark that distinguishes it from a later process with the same pid. */
  readonly pid: number;
  readonly startMark: string;
  readonly capabilities: readonly Capability[];
  /** Whether delivering the same prompt again is harmless. */
  readonly canRedeliver: boolean;
  /**
   * What currently blocks a prompt, such as `dialog` or `trust_dialog`; undefined if nothing does. `sent` are the texts of
   * the session's prompts: if one of them is in the input box, it is not a person's draft.
   */
  blockedBy(sent?: readonly string[]): Promise<string | undefined>;
  /** Text that a person has typed but not sent, if the driver can see it. */
  draft(): Promise<string | undefined>;
  /**
   * Delivers a prompt to Claude Code; its acceptance shows in the log. Throws only if the prompt has certainly not arrived:
   * `blocked` with `details.blocked_by` if something blocks it and nothing was typed.
   */
  deliver(prompt: Prompt): Promise<Handover>;
  /** Present if the driver can see whether a text is in the input box, typed but not sent. */
  isUnsent?(text: string): Promise<boolean>;
  /** Answers a control request of Claude Code, if the run uses that protocol. Each request is answered once. */
  respond?(requestId: string, response: Readonly<Record<string, unknown>>): Promise<void>;
  /** Present if Claude Code reports its slash commands. */
  commands?(): Promise<readonly SlashCommand[]>;
  /** Present if Claude Code reports the models to choose from. */
  models?(): Promise<readonly Model[]>;
  /** Present if Claude Code lists its permission rules; undefined if its version does not. */
  permissionRules?(): Promise<readonly PermissionRule[] | undefined>;
  /** Present if Claude Code's dialogs can be read and answered. */
  readonly dialogs?: RunDialogs;
  interrupt(): Promise<void>;
  setModel(model: string): Promise<void>;
  setPermissionMode(mode: string): Promise<void>;
  rename(name: string): Promise<void>;
  /** Ends the process and its children, gracefully at first. Resolves once it has ended. */
  stop(): Promise<void>;
  /** The visible text of the run's terminal. */
  screen(): Promise<Screen>;
  /** Present if other clients can view the terminal. */
  readonly terminal?: RunTerminal;
  /** The command that attaches to the run's terminal. */
  terminalCommand(): readonly string[];
}

/** The part of an interaction that a dialog shows. */
export type PendingInteraction = Pick<Interaction, 'kind' | 'tool_name' | 'input' | 'suggestions'>;

/** The dialogs that Claude Code shows in a run's terminal. A call only ever answers the dialog of its own request. */
export interface RunDialogs {
  /** True if Claude Code is stopped or not in the foreground: the screen may be out of date. */
  isAway(): boolean;
  /** The question of the dialog on the screen, as far as it is readable; undefined if there is no recognizable dialog. */
  shown(): Promise<Pick<PendingInteraction, 'kind' | 'input'> | undefined>;
  /** Whether this request's dialog is on the screen. */
  shows(interaction: PendingInteraction): Promise<boolean>;
  /** Why the dialog cannot take this decision now; undefined if it can. */
  refusal(interaction: PendingInteraction, decision: Decision): Promise<string | undefined>;
  /**
   * Resolves once the dialog has taken the decision; `false` if it closed before that; `unsure` if the deciding key was
   * pressed but its effect is not visible. Throws `no_route` with the reason if an earlier key had no effect: then nothing
   * is decided.
   */
  answer(interaction: PendingInteraction, decision: Decision): Promise<boolean | 'unsure'>;
}

export interface Driver {
  readonly name: DriverName;
  /**
   * Resolves once the process is running. Throws `start_failed`, `driver_unavailable` or `claude_not_found`, each with a
   * remedy.
   */
  start(order: RunOrder): Promise<Run>;
  /** Adopts the runs that an earlier hub left behind. Calls `onEnd` for those that have ended since. */
  reattach(): Promise<Run[]>;
  /** Detaches from all runs without ending them. */
  close(): void | Promise<void>;
}

/** Reports from a driver about its runs. Calls must not throw. */
export interface RunReports {
  /**
   * A line from Claude Code and its position in the run's journal. Some lines take a moment: the driver offers the next one
   * after this one is settled. Resolves to false if the line cannot be recorded now: the driver offers it again later,
   * before any line that follows.
   */
  line(run: Run, line: JournalLine): boolean | Promise<boolean>;
  /**
   * How much of a run's journal is durably in the log. This may lag behind the recorded lines: a hub that adopts the run
   * receives everything after it and skips lines that it already has.
   */
  takenUpTo(runId: string): number;
  /** The process has ended; `reason` explains why in a few words. */
  ended(run: Run, reason: string): void;
  /** Something a person should know, with what to do. */
  warning(run: Run, code: string, message: string): void;
}

export interface JournalLine {
  readonly text: string;
  /** The position right after the line. It grows over the whole life of the run. */
  readonly end: number;
  /** When it was written to the journal, in milliseconds. */
  readonly at: number;
}
