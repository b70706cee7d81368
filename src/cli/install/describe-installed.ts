/** What an install did, in words. */
import type { Installed } from '../../hub/installation/install.ts';
import { plural } from '../terminal/words.ts';

/** `hub`: the one that the hooks report to; `takeOut`: the command that undoes it. */
export function describeInstalled(
  file: string,
  installed: Installed,
  { hub, takeOut }: { hub: string; takeOut: string },
): string {
  const { before, after, events, foreignHooks, denyRules, backup } = installed;
  if (before === after) return `Already installed in ${file} for ${hub}. Nothing was changed.`;
  return [
    `Installed in ${file}: ${plural(events.length, 'event reports', 'events report')} to ${hub}.`,
    ...(foreignHooks > 0
      ? [`${plural(foreignHooks, 'other hook stays', 'other hooks stay')} as before.`]
      : []),
    ...(denyRules.length > 0
      ? [`Claude's file tools are kept out of the folder of Reins: ${denyRules.join(', ')}.`]
      : []),
    ...(backup === undefined ? [] : [`The file as it was: ${backup}`]),
    `Running sessions notice within seconds. "${takeOut}" takes it out again.`,
  ].join('\n');
}
