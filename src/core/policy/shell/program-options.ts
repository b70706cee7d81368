/** How the harmless options of a program are described. */

export interface HarmlessOptions {
  /** Single letters, which may be bundled; one with a `:` takes the rest of its word as a value. */
  readonly letters?: string;
  /** Names after `--`, with or without `=value`. */
  readonly names?: string;
  /** Names after a single `-`, as in `find -name`; also with `--` and `=value`. */
  readonly words?: string;
  /** The first word is a bundle of letters without a dash, as in `tar czf`. */
  readonly isFirstBundled?: boolean;
  /** Options may start with `+`. */
  readonly hasPlus?: boolean;
  /** Everything after `--` is for a script. */
  readonly isFreeAfterDashes?: boolean;
  /** A `:` in any word may name another machine, which is reached through another program. */
  readonly isColonRemote?: boolean;
}

/** The options are those before the subcommand; each subcommand has its own. */
export interface ProgramOptions extends HarmlessOptions {
  readonly subcommands?: Readonly<Record<string, HarmlessOptions>>;
}
