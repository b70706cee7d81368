/**
 * The hooks that report to a hub behind a URL, which sees nothing of this machine but what they send: so they cover every
 * event that a conversation is made of. The token and what else is said of the sender lie in a file of headers.
 */
import { quoteForShell } from '../lib/quote-for-shell.ts';
import type { CommandHook } from './command-hook.ts';
import {
  ASKING_EVENTS,
  DEFAULT_EVENTS,
  FURTHER_EVENTS,
  type HookChoice,
  type HookSet,
  isKnownEvent,
} from './hook-set.ts';

export interface RemoteTarget {
  /** As `hubUrl` made it. */
  readonly url: string;
  /** Headers for curl, readable by their owner only. */
  readonly headersFile: string;
  readonly forwarder: string;
}

/** What the transcript would tell. */
const CONVERSATION_EVENTS = [
  'MessageDisplay',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
];

/**
 * Claude Code 2.1.325 holds a message back for its `MessageDisplay` hook, async or not; and a headless run whose async
 * `Stop` hook is not done when it ends waits 1.6 s for it. Since the command itself returns at once, these are not async.
 */
const WAITED_FOR: ReadonlySet<string> = new Set(['MessageDisplay', 'Stop', 'StopFailure', 'SessionEnd']);

/** How long Claude Code may wait for the command, which only leaves a process behind. */
const HOOK_SECONDS = 2;
/** How long that process may take to reach a hub, and to be done. */
const CONNECT_SECONDS = 2;
const SEND_SECONDS = 5;

export function remoteHookSet(target: RemoteTarget, { allEvents, claudeVersion }: HookChoice = {}): HookSet {
  const events = [...DEFAULT_EVENTS, ...CONVERSATION_EVENTS, ...(allEvents ? FURTHER_EVENTS : [])];
  const hooks = [
    ...[...new Set(events)].map((event) => ({ event, hook: observer(target, event) })),
    ...ASKING_EVENTS.map(({ event, timeout }) => ({ event, hook: asker(target, timeout) })),
  ];
  const known = hooks.filter(({ event }) => isKnownEvent(event, claudeVersion));
  return Object.fromEntries(known.map(({ event, hook }) => [event, [{ hooks: [hook] }]]));
}

/**
 * Takes the JSON and leaves the sending to a process that neither a slow way to the hub nor the end of Claude Code
 * hurries: at its end, Claude Code sends TERM to hooks that still run. Hooks overtake each other; the number of the
 * shell tells which began first.
 */
function observer({ url, headersFile }: RemoteTarget, event: string): CommandHook {
  const file = quoteForShell(headersFile);
  const limits = `-m ${SEND_SECONDS} --connect-timeout ${CONNECT_SECONDS}`;
  // The environment may name a proxy, which has no business on this machine.
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

function asker({ url, headersFile, forwarder }: RemoteTarget, timeout: number): CommandHook {
  const program = quoteForShell(forwarder);
  const place = `${quoteForShell(hooksAddress(url))} ${quoteForShell(headersFile)}`;
  return {
    type: 'command',
    command: `[ -x ${program} ] && ${program} ${place} || true`,
    timeout,
  };
}

/** Where a hub takes hooks. */
export function hooksAddress(url: string): string {
  return `${url}/api/hooks`;
}

/**
 * The address of a hub, in one form for all ways to write it. Undefined for what cannot be one, or holds more than an
 * address: a password in it would stand in the settings for everybody to read.
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
