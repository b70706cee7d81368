/** The input of rules: a request of Claude, and every circumstance that a rule can check. */
import type { InteractionKind } from '../../protocol/interactions.ts';

/** Claude waits for a decision. Unknown values are absent, never guessed. */
export interface PendingInteraction {
  readonly kind: InteractionKind;
  readonly tool_name?: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly session_id: string;
  /** Absolute. */
  readonly cwd?: string | undefined;
  readonly permission_mode?: string | undefined;
  /** Set if a subagent asks. */
  readonly agent_id?: string | undefined;
}

/** The hub's addresses and files, which no rule may let Claude touch. */
export interface HubPlaces {
  /** `$REINS_HOME`, absolute. */
  readonly home: string;
  /** The folder that `~` stands for, absolute. */
  readonly userHome: string;
  /** `host:port` for every address of the hub. */
  readonly addresses: readonly string[];
  /** Files of the hub outside of its home: sockets, and targets of links in the home. Absolute. */
  readonly files?: readonly string[];
  /** Claude Code's own config folder, if it is not `~/.claude`. Absolute. */
  readonly claudeFolder?: string | undefined;
}

export interface Moment {
  /** Rules use its local time. */
  readonly now: Date;
  /** Undefined: not known. */
  readonly sessionCostUsd?: number | undefined;
  readonly dayCostUsd?: number | undefined;
  /** The known part, if the cost of the day is not completely known. */
  readonly dayCostAtLeastUsd?: number | undefined;
  readonly hub: HubPlaces;
  /**
   * Where the paths from `namedPaths` really lead, with links followed. If set, a path that is missing here
   * is never granted; if not set, as for past requests, paths are taken literally.
   */
  readonly links?: ReadonlyMap<string, string> | undefined;
}

/** The command of a Bash call; undefined for other tools. */
export function commandOf({
  tool_name,
  input,
}: Pick<PendingInteraction, 'tool_name' | 'input'>): string | undefined {
  const { command } = input;
  return tool_name === 'Bash' ? (typeof command === 'string' ? command : '') : undefined;
}
