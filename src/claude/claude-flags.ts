/** The flags of `claude` (2.1.325), as far as needed to distinguish a flag's value from a prompt. */

/** Flags without a value. */
const SWITCHES: ReadonlySet<string> = new Set([
  '--allow-dangerously-skip-permissions',
  '--ax-screen-reader',
  '--bare',
  '--brief',
  '--chrome',
  '--no-chrome',
  '--dangerously-skip-permissions',
  '--disable-slash-commands',
  '--ide',
  '--exclude-dynamic-system-prompt-sections',
  '--restricted',
  '--safe-mode',
  '--strict-mcp-config',
  '--verbose',
  '--forward-subagent-text',
]);

/** Flags with one value. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  '--agent',
  '--append-system-prompt-file',
  '--autocompact',
  '--debug-file',
  '--effort',
  '--fallback-model',
  '--plugin-url',
  '--remote-control-session-name-prefix',
  '--settings',
  '--system-prompt',
  '--system-prompt-file',
  '--system-prompt-snapshot',
  '--permission-prompts',
]);

/** Flags with any number of values, and flags with an optional value. */
const WITH_MANY: ReadonlySet<string> = new Set(['--betas', '--file', '--tools']);
const WITH_OR_WITHOUT: ReadonlySet<string> = new Set([
  '-d',
  '--debug',
  '--from-pr',
  '--prompt-suggestions',
  '--remote-control',
]);

/** Flags that would remove the run from the hub's control. */
const OUT_OF_HAND: ReadonlySet<string> = new Set([
  '-p',
  '--print',
  '--input-format',
  '--output-format',
  '--include-partial-messages',
  '--include-hook-events',
  '--replay-user-messages',
  '--permission-prompt-tool',
  '--bg',
  '--background',
  '--cloud',
  '--environment',
  '--desktop',
  '--teleport',
  '--tmux',
  '-v',
  '--version',
  '-h',
  '--help',
]);

export type FlagKind = 'switch' | 'value' | 'many' | 'optional' | 'out_of_hand' | 'unknown';

/** `flag` as typed, with or without `=value`. */
export function kindOfFlag(flag: string): FlagKind {
  const [name = ''] = flag.split('=', 1);
  if (OUT_OF_HAND.has(name)) return 'out_of_hand';
  if (SWITCHES.has(name)) return 'switch';
  if (WITH_VALUE.has(name)) return 'value';
  if (WITH_MANY.has(name)) return 'many';
  return WITH_OR_WITHOUT.has(name) ? 'optional' : 'unknown';
}
