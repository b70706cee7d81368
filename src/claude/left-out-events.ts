/** Describes what Reins cannot do with a Claude Code that is too old for some of its events. */
import { hookSet } from './hook-set.ts';

const NOWHERE = { socket: '', forwarder: '', relay: '', bell: '' };

const CONSEQUENCES: Readonly<Record<string, string>> = {
  PermissionRequest: 'its requests can only be answered in its own terminal',
  FileChanged: 'no message can be relayed to it',
};

/** The events of the default set that this release does not know. */
export function leftOutEvents(claudeVersion: string): string[] {
  const known = hookSet(NOWHERE, { claudeVersion });
  return Object.keys(hookSet(NOWHERE)).filter((event) => !(event in known));
}

/** Undefined if it knows them all. */
export function describeLeftOut(claudeVersion: string): string | undefined {
  const events = leftOutEvents(claudeVersion);
  if (events.length === 0) return undefined;
  const consequences = Object.entries(CONSEQUENCES).filter(([event]) => events.includes(event));
  return [`does not know ${events.join(', ')}`, ...consequences.map(([, words]) => words)].join('; ');
}
