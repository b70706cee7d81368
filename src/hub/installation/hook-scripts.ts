/** Writes the scripts that hooks run to the home: at install, and at every start of the hub. */
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ASK_SCRIPT } from '../../claude/ask-script.ts';
import type { HookTarget } from '../../claude/hook-set.ts';
import { RELAY_SCRIPT } from '../../claude/relay-script.ts';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import type { ReinsHome } from '../home/reins-home.ts';

export function hookTargetOf({ socketFile, forwarderFile, relayFile, bellFile }: ReinsHome): HookTarget {
  return { socket: socketFile, forwarder: forwarderFile, relay: relayFile, bell: bellFile };
}

/** Also creates the folder of the bell: Claude Code cannot watch a file in a missing folder. */
export function writeHookScripts({ forwarder, relay, bell }: Omit<HookTarget, 'socket'>): void {
  writeScript(forwarder, ASK_SCRIPT);
  writeScript(relay, RELAY_SCRIPT);
  mkdirSync(dirname(bell), { recursive: true, mode: 0o700 });
}

function writeScript(file: string, script: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === script) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileAtomically(file, script, 0o700);
  chmodSync(file, 0o700);
}
