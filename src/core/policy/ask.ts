/** What rules are shown: an ask of Claude's, and everything about the moment that a rule may look at. */
import type { InteractionKind } from '../../protocol/interactions.ts';

/** Claude waits for a decision. Whatever is not known is left out, never guessed. */
export interface Ask {
  readonly kind: InteractionKind;
  readonly tool_name?: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly session_id: string;
  /** Absolute. */
  readonly cwd?: string | undefined;
  readonly permission_mode?: string | undefined;
  /** Set when a subagent asks. */
  readonly agent_id?: string | undefined;
}

/** Where the hub can be reached and keeps its files: what no rule may let Claude touch. */
export interface HubPlaces {
  /** `$REINS_HOME`, absolute. */
  readonly home: string;
  /** The folder that `~` stands for, absolute. */
  readonly userHome: string;
  /** `host:port`, every one under which the hub can be reached. */
  readonly addresses: readonly string[];
  /** Files of the hub outside of its home: sockets, and where a link in the home leads. Absolute. */
  readonly files?: readonly string[];
  /** Claude Code's own config folder, when it is not `~/.claude`. Absolute. */
  readonly claudeFolder?: string | undefined;
}

export interface Moment {
  /** Rules look at its local time. */
  readonly now: Date;
  /** Undefined: not known. */
  readonly sessionCostUsd?: number | undefined;
  readonly dayCostUsd?: number | undefined;
  /** Where the cost of the day is not known as a whole: what is known of it. */
  readonly dayCostAtLeastUsd?: number | undefined;
  readonly hub: HubPlaces;
  /**
   * Where the paths named by `namedPaths` really lead, links followed. With it, a path that is missing here is
   * granted by no rule; without it, as for asks of the past, paths are taken by their words.
   */
  readonly links?: ReadonlyMap<string, string> | undefined;
}

/** The command of a Bash call; undefined for other tools. */
export function commandOf({ tool_name, input }: Pick<Ask, 'tool_name' | 'input'>): string | undefined {
  const { command } = input;
  return tool_name === 'Bash' ? (typeof command === 'string' ? command : '') : undefined;
}
