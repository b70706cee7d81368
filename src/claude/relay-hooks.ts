/**
 * The hooks that carry messages from the hub to a session that it cannot type into: at the end of a turn, and whenever the
 * hub rings the bell, a file that Claude Code itself watches. They cost nothing unless a session may get a message.
 */
import { basename } from 'node:path';
import { quoteForShell } from '../lib/quote-for-shell.ts';
import type { CommandHook, HookGroup } from './command-hook.ts';
import { RELAY_PREFIX, RELAY_SUMMARY } from './relay-text.ts';

export interface RelayTarget {
  readonly socket: string;
  /** The program that carries a message from the hub to the session. */
  readonly relay: string;
  /** The bell: the hub changes this file to ring. It exists while any session may get a message. */
  readonly bell: string;
}

/**
 * The first version in which a changed file can wake a session (seen in 2.1.83, 97, 112, 126, 132 and 325). Before 2.1.70
 * nothing could, and the hook would delay the end of a turn.
 */
export const RELAY_SINCE = '2.1.83';

/** A week: if a session does not notice the bell, the script waits for a message. */
const WAIT_SECONDS = 604_800;

/** With these characters in a path, Claude Code would read it as a pattern, or as two paths. */
const SPECIAL = /[|()[\]{}*+?^$\\]/;

export function relayHooks(target: RelayTarget): (readonly [event: string, group: HookGroup])[] {
  const { bell } = target;
  const hooks = [carrier(target)];
  // The matcher names the file to watch, and is then compared with the bare name of the changed file.
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
