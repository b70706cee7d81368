/**
 * The hooks that report to a hub behind a URL. Such a hub sees nothing of this machine except what they send, so they cover
 * every event of a conversation. The token and the sender's details are in a file of headers.
 */
import { quoteForShell } from '../lib/quote-for-shell.ts';
import type { CommandHook } from './command-hook.ts';
import {
  DEFAULT_EVENTS,
  FURTHER_EVENTS,
  type HookChoice,
  type HookSet,
  isKnownEvent,
  REQUEST_EVENTS,
} from './hook-set.ts';

export interface RemoteTarget {
  /** As returned by `hubUrl`. */
  readonly url: string;
  /** Headers for curl, readable only by their owner. */
  readonly headersFile: string;
  readonly forwarder: string;
}

/** Events that replace the transcript. */
const CONVERSATION_EVENTS = [
  'MessageDisplay',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
];

/**
 * Claude Code 2.1.325 delays a message for its `MessageDisplay` hook, async or not, and a headless run waits 1.6 s at its
 * end for an unfinished async `Stop` hook. The command itself returns immediately, so these are not async.
 */
const WAITED_FOR: ReadonlySet<string> = new Set(['MessageDisplay', 'Stop', 'StopFailure', 'SessionEnd']);

/** How long Claude Code may wait for the command, which only leaves a process behind. */
const HOOK_SECONDS = 2;
/** How long that process may take to connect to a hub, and to finish. */
const CONNECT_SECONDS = 2;
const SEND_SECONDS = 5;

export function remoteHookSet(target: RemoteTarget, { allEvents, claudeVersion }: HookChoice = {}): HookSet {
  const events = [...DEFAULT_EVENTS, ...CONVERSATION_EVENTS, ...(allEvents ? FURTHER_EVENTS : [])];
  const hooks = [
    ...[...new Set(events)].map((event) => ({ event, hook: observer(target, event) })),
    ...REQUEST_EVENTS.map(({ event, timeout }) => ({ event, hook: requestHook(target, timeout) })),
  ];
  const known = hooks.filter(({ event }) => isKnownEvent(event, claudeVersion));
  return Object.fromEntries(known.map(({ event, hook }) => [event, [{ hooks: [hook] }]]));
}

/**
 * Reads the JSON and leaves the sending to a background process, which neither a slow connection nor the end of Claude Code
 * affects: at its end, Claude Code sends TERM to hooks that are still running. Hooks may overtake each other; the pid of the
 * shell shows which started first.
 */
function observer({ url, headersFile }: RemoteTarget, event: string): CommandHook {
  const file = quoteForShell(headersFile);
  const limits = `-m ${SEND_SECONDS} --connect-timeout ${CONNECT_SECONDS}`;
  // The environment may name a proxy, which must not be used for this machine.
  const direct = isLoopback(url) ? " --noproxy '*'" : '';
  const curl = `curl -q -s ${limits}${direct} -H @${file} -H "x-pid: $CLAUDE_PID" -H "x-reins-order: $$" --data-binary @- ${quoteForShell(hooksAddress(url))}`;
  const send = `(printf %s "$body" | ${curl}) </dev/null >/dev/null 2>&1 &`;
  const command = `[ -r ${file} ] && { trap '' TERM; body=$(cat); ${send} } || true`;
  return {
    type: 'command',
    command,
    ...(!WAITED_FOR.has(event) && { async: true as const }),
    timeout: HOOK_SECONDS,
  };
}

function requestHook({ url, headersFile, forwarder }: RemoteTarget, timeout: number): CommandHook {
  const program = quoteForShell(forwarder);
  const place = `${quoteForShell(hooksAddress(url))} ${quoteForShell(headersFile)}`;
  return {
    type: 'command',
    command: `[ -x ${program} ] && ${program} ${place} || true`,
    timeout,
  };
}

/** The address at which a hub accepts hooks. */
export function hooksAddress(url: string): string {
  return `${url}/api/hooks`;
}

/**
 * The normalized address of a hub. Undefined if it is invalid or contains more than an address: a password in it would be
 * readable in the settings.
 */
export function hubUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, username, password, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || username || password || search || hash) return undefined;
  return origin + pathname.replace(/\/+$/, '').replace(/\/api(\/hooks)?$/, '');
}

export function isLoopback(url: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
