/** What an install did, in words. */
import type { Installed } from '../../hub/installation/install.ts';
import type { ReinsHome } from '../../hub/reins-home.ts';
import { plural } from '../terminal/words.ts';

export function describeInstalled(file: string, { folder }: ReinsHome, installed: Installed): string {
  const { before, after, events, foreignHooks, denyRules, backup } = installed;
  if (before === after) return `Already installed in ${file} for the hub of ${folder}. Nothing was changed.`;
  return [
    `Installed in ${file}: ${plural(events.length, 'event reports', 'events report')} to the hub of ${folder}.`,
    ...(foreignHooks > 0
      ? [`${plural(foreignHooks, 'other hook stays', 'other hooks stay')} as before.`]
      : []),
    ...(denyRules.length > 0
      ? [`Claude's file tools are kept out of ${folder}: ${denyRules.join(', ')}.`]
      : []),
    ...(backup === undefined ? [] : [`The file as it was: ${backup}`]),
    'Running sessions notice within seconds. "reins uninstall" takes it out again.',
  ].join('\n');
}
