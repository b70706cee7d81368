/**
 * The hooks that report to a hub on this machine, through its socket. The one place that writes their text: Claude Code
 * calls a command that comes from several settings once only when all copies are alike to the byte (seen in 2.1.325).
 */
import { dirname } from 'node:path';
import { quoteForShell } from '../lib/quote-for-shell.ts';
import { isAtLeast } from './claude-version.ts';
import type { CommandHook, HookGroup } from './command-hook.ts';
import { RELAY_SINCE, type RelayTarget, relayHooks } from './relay-hooks.ts';

export type HookSet = Readonly<Record<string, readonly HookGroup[]>>;

export interface HookTarget extends RelayTarget {
  /** The program that holds an ask until a person has answered. */
  readonly forwarder: string;
}

/** None of these fires per tool call: what happens there is in the transcript. */
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
 * The other events of Claude Code 2.1.325, but for WorktreeCreate and WorktreeRemove: a hook there takes the place of
 * Claude Code's own way to make and remove a worktree, so nobody can merely observe them.
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
 * When events came, by Claude Code's own changelog. It matters: 2.1.70 skips a whole settings file, the user's own
 * settings with it, when it holds an event it does not know; 2.1.325 skips the event alone and says so.
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
/** What was sent by then reaches the hub all the same, as soon as it goes on. */
const PATIENCE_SECONDS = 1;

/**
 * Events that ask the hub, and for how long at most: a permission waits for a person for a week, since Claude Code's own
 * dialog stays usable meanwhile. The form of an MCP server is not shown before the hook is done (seen in 2.1.325), so its
 * hook waits little longer than any hub may hold it.
 */
export const ASKING_EVENTS = [
  { event: 'PermissionRequest', timeout: 604_800 },
  { event: 'Elicitation', timeout: 660 },
] as const;

export interface HookChoice {
  readonly allEvents?: boolean;
  /** Leaves out events that this release does not know: it would complain of them, or skip the whole file. */
  readonly claudeVersion?: string | undefined;
}

export function hookSet(target: HookTarget, { allEvents, claudeVersion }: HookChoice = {}): HookSet {
  const groups: (readonly [event: string, group: HookGroup])[] = [
    ...[...DEFAULT_EVENTS, ...(allEvents ? FURTHER_EVENTS : [])].map(
      (event) => [event, { hooks: [observer(target)] }] as const,
    ),
    ...ASKING_EVENTS.map(({ event, timeout }) => [event, { hooks: [asker(target, timeout)] }] as const),
    ...(!claudeVersion || isAtLeast(claudeVersion, RELAY_SINCE) ? relayHooks(target) : []),
  ];
  const set: Record<string, HookGroup[]> = {};
  for (const [event, group] of groups) {
    if (isKnownEvent(event, claudeVersion)) set[event] = [...(set[event] ?? []), group];
  }
  return set;
}

/** All are, to a version that nobody knows. */
export function isKnownEvent(event: string, claudeVersion: string | undefined): boolean {
  return !claudeVersion || isAtLeast(claudeVersion, SINCE[event] ?? '0.0.0');
}

/**
 * Tells the hub and expects nothing. Silent and successful whatever happens: no hub, no curl, a hub that hangs. Headless
 * runs of 2.1.325 wait at their end for async hooks, up to 1.5 s: so a hub that takes too long is marked slow, and passed
 * by until it takes the mark away.
 * A socket that somebody else has put there is passed by. `-q` keeps the user's .curlrc out, which may add addresses or change the method.
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

/** Asks the hub and prints its answer. */
function asker({ socket, forwarder }: HookTarget, timeout: number): CommandHook {
  const program = quoteForShell(forwarder);
  const command = `[ -x ${program} ] && ${program} ${quoteForShell(socket)} || true`;
  return { type: 'command', command, timeout };
}
