/**
 * The hooks that carry messages of the hub to a session nobody can type into: at the end of a turn, and whenever the hub
 * rings, by changing a file that Claude Code itself watches. They cost nothing while no session may get a message.
 */
import { basename } from 'node:path';
import { quoteForShell } from '../lib/quote-for-shell.ts';
import type { CommandHook, HookGroup } from './command-hook.ts';
import { RELAY_PREFIX, RELAY_SUMMARY } from './relay-words.ts';

export interface RelayTarget {
  readonly socket: string;
  /** The program that carries a message of the hub to the session. */
  readonly relay: string;
  /** The file that is changed to ring; it is there while any session may get a message. */
  readonly bell: string;
}

/**
 * Since when a changed file can wake a session (seen in 2.1.83, 97, 112, 126, 132 and 325). Before 2.1.70 nothing could,
 * and the hook at the end of a turn would hold it up.
 */
export const RELAY_SINCE = '2.1.83';

/** A week: where the ring is not heard, the script waits for a message. */
const WAIT_SECONDS = 604_800;

/** With these in a path, Claude Code would take it for a pattern, or for two. */
const SPECIAL = /[|()[\]{}*+?^$\\]/;

export function relayHooks(target: RelayTarget): (readonly [event: string, group: HookGroup])[] {
  const { bell } = target;
  const hooks = [carrier(target)];
  // The matcher names the file to watch, and is then held against the bare name of the file that has changed.
  const ringing = ['FileChanged', { matcher: `${bell}|${basename(bell)}`, hooks }] as const;
  return [['Stop', { hooks }], ...(SPECIAL.test(bell) ? [] : [ringing])];
}

function carrier({ socket, relay, bell }: RelayTarget): CommandHook {
  const [program, path, file] = [relay, socket, bell].map(quoteForShell);
  return {
    type: 'command',
    command: `[ -e ${file} ] && [ -x ${program} ] && exec ${program} ${path} ${file} || true`,
    asyncRewake: true,
    timeout: WAIT_SECONDS,
    rewakeMessage: RELAY_PREFIX,
    rewakeSummary: RELAY_SUMMARY,
  };
}
