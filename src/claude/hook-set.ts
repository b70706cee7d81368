/**
 * The hooks that report to a hub on this machine, through its socket. This is the only place that writes their text: Claude
 * Code runs a command from several settings files once only if all copies are identical (seen in 2.1.325).
 */
import { dirname } from 'node:path';
import { quoteForShell } from '../lib/quote-for-shell.ts';
import { isAtLeast } from './claude-version.ts';
import type { CommandHook, HookGroup } from './command-hook.ts';
import { RELAY_SINCE, type RelayTarget, relayHooks } from './relay-hooks.ts';

export type HookSet = Readonly<Record<string, readonly HookGroup[]>>;

export interface HookTarget extends RelayTarget {
  /** The program that holds a permission request until a person has answered. */
  readonly forwarder: string;
}

/** None of these fires per tool call: tool calls are in the transcript. */
export const DEFAULT_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'Notification',
  'PreCompact',
  'PostCompact',
  'ElicitationResult',
  'SessionEnd',
];

/**
 * The other events of Claude Code 2.1.325, except WorktreeCreate and WorktreeRemove: a hook there replaces Claude Code's own
 * way of creating and removing a worktree, so it cannot just observe.
 */
export const FURTHER_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionDenied',
  'MessageDisplay',
  'UserPromptExpansion',
  'PreModelSwitch',
  'PostModelSwitch',
  'Setup',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'ConfigChange',
  'InstructionsLoaded',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded',
];

/**
 * When events were introduced, according to Claude Code's changelog. This matters: 2.1.70 skips a whole settings file,
 * including the user's own settings, if it contains an unknown event; 2.1.325 skips only the event and reports it.
 */
const SINCE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(FURTHER_EVENTS.map((event) => [event, '2.1.325'])),
  PreToolUse: '2.0.0',
  PostToolUse: '2.0.0',
  SubagentStart: '2.0.43',
  PermissionRequest: '2.0.45',
  PostCompact: '2.1.76',
  Elicitation: '2.1.76',
  ElicitationResult: '2.1.76',
  StopFailure: '2.1.78',
  CwdChanged: '2.1.83',
  FileChanged: '2.1.83',
  TaskCreated: '2.1.84',
};
/** The oldest release that knows every event of the default set. */
export const DEFAULT_EVENTS_SINCE = RELAY_SINCE;

const OBSERVER_SECONDS = 2;
/** Data sent before the timeout still reaches the hub as soon as it continues. */
const PATIENCE_SECONDS = 1;

/**
 * Events that wait for the hub, and for how long at most. A permission request waits a week for a person, since Claude
 * Code's own dialog stays usable. Claude Code does not show an MCP server's form before the hook is done (seen in 2.1.325),
 * so that hook waits only slightly longer than any hub may hold it.
 */
export const REQUEST_EVENTS = [
  { event: 'PermissionRequest', timeout: 604_800 },
  { event: 'Elicitation', timeout: 660 },
] as const;

export interface HookChoice {
  readonly allEvents?: boolean;
  /** Omits events that this release does not know: it would complain about them, or skip the whole file. */
  readonly claudeVersion?: string | undefined;
}

export function hookSet(target: HookTarget, { allEvents, claudeVersion }: HookChoice = {}): HookSet {
  const groups: (readonly [event: string, group: HookGroup])[] = [
    ...[...DEFAULT_EVENTS, ...(allEvents ? FURTHER_EVENTS : [])].map(
      (event) => [event, { hooks: [observer(target)] }] as const,
    ),
    ...REQUEST_EVENTS.map(
      ({ event, timeout }) => [event, { hooks: [requestHook(target, timeout)] }] as const,
    ),
    ...(!claudeVersion || isAtLeast(claudeVersion, RELAY_SINCE) ? relayHooks(target) : []),
  ];
  const set: Record<string, HookGroup[]> = {};
  for (const [event, group] of groups) {
    if (isKnownEvent(event, claudeVersion)) set[event] = [...(set[event] ?? []), group];
  }
  return set;
}

/** If the version is unknown, all events are included. */
export function isKnownEvent(event: string, claudeVersion: string | undefined): boolean {
  return !claudeVersion || isAtLeast(claudeVersion, SINCE[event] ?? '0.0.0');
}

/**
 * Reports to the hub and expects no response. Silent and successful in every case: no hub, no curl, a hub that hangs.
 * Headless runs of 2.1.325 wait up to 1.5 s for async hooks at their end, so a slow hub is marked as slow and skipped until
 * it removes the mark.
 * A socket that another user created is skipped. `-q` ignores the user's .curlrc, which may add addresses or change the
 * method.
 */
function observer({ socket }: HookTarget): CommandHook {
  const path = quoteForShell(socket);
  const slow = quoteForShell(`${socket}.slow`);
  const headers = '-H content-type:application/json -H "x-pid: $CLAUDE_PID"';
  const post = `curl -q -s -m ${PATIENCE_SECONDS} -o /dev/null --unix-socket ${path} ${headers} --data-binary @- http://reins/hooks`;
  const own = `[ -S ${path} ] && [ -O ${path} ] && [ -O ${quoteForShell(dirname(socket))} ]`;
  const command = `${own} && [ ! -e ${slow} ] && { ${post} || [ $? != 28 ] || : >${slow}; } || true`;
  return { type: 'command', command, async: true, timeout: OBSERVER_SECONDS };
}

/** Sends the request to the hub and prints its answer. */
function requestHook({ socket, forwarder }: HookTarget, timeout: number): CommandHook {
  const program = quoteForShell(forwarder);
  const command = `[ -x ${program} ] && ${program} ${quoteForShell(socket)} || true`;
  return { type: 'command', command, timeout };
}
