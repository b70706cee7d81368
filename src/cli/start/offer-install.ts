/** Offers to install the hooks when none report to this hub: shows what would change, and asks one question. */
import { existsSync, writeFileSync } from 'node:fs';
import { locateHome } from '../../hub/home/reins-home.ts';
import { type Installed, install } from '../../hub/installation/install.ts';
import { describeInstalled } from '../commands/install.ts';
import { chosenSettingsFile } from '../install/chosen-settings-file.ts';
import { findWarnings } from '../install/find-warnings.ts';
import { knownClaudeVersion } from '../install/known-claude-version.ts';
import { lookAtHooks } from '../install/look-at-hooks.ts';
import { renderDiff } from '../install/render-diff.ts';
import { askLine } from '../terminal/ask-line.ts';
import { cleanText } from '../terminal/clean-text.ts';
import { plural } from '../terminal/format.ts';
import { chooseStyle } from '../terminal/style.ts';

/** False if the person cancelled instead of answering. Asks nothing if nobody is there, or after an earlier no. */
export async function offerInstall(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<boolean> {
  const { stdin: input, stdout: output } = process;
  const home = locateHome(env);
  if (!input.isTTY || !output.isTTY || existsSync(home.noOfferFile) || existsSync(home.demoFile)) return true;
  const { installed, plugin, problems } = lookAtHooks(home, env);
  // A broken file is for "reins doctor".
  if (installed.length > 0 || plugin !== undefined || problems.length > 0) return true;

  const claudeVersion = await knownClaudeVersion(env);
  const file = chosenSettingsFile({}, env);
  const options = { home, file, allEvents: false, claudeVersion };
  const planned = install({ ...options, dryRun: true });
  console.log(`\n${describeOffer(file, planned)}`);
  for (;;) {
    const line = await askLine('Install the hooks now? [Y/n, d shows the change] ', {
      input,
      output,
      signal,
    });
    if (line === undefined) return false;
    if (/^d(iff)?$/i.test(line)) output.write(renderDiff(file, planned, chooseStyle(output, env)));
    else if (/^(y(es)?)?$/i.test(line)) break;
    else if (/^no?$/i.test(line)) {
      writeFileSync(home.noOfferFile, '', { mode: 0o600 });
      console.log('Nothing was changed. "reins install" does it later; Reins does not ask again.');
      return true;
    }
  }
  const done = install(options);
  console.log(
    describeInstalled(file, done, { hub: `the hub of ${home.folder}`, takeOut: 'reins uninstall' }),
  );
  for (const warning of findWarnings(home, env, claudeVersion)) console.error(`reins: ${cleanText(warning)}`);
  return true;
}

/** The dry run in a few lines; the whole of it has two hundred. */
export function describeOffer(file: string, { before, after, events, foreignHooks }: Installed): string {
  const lines = renderDiff(file, { before, after })
    .split('\n')
    .filter((line) => !/^(\+\+\+|---) /.test(line));
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  const kept = foreignHooks > 0 ? `; ${plural(foreignHooks, 'other hook stays', 'other hooks stay')}` : '';
  return [
    'Claude Code does not report to this hub yet: you can watch its sessions, but',
    'answer them only in their terminals. "reins install" would change one file:',
    `  ${file}`,
    `  ${plural(count('+'), 'line', 'lines')} added, ${count('-')} removed: hooks for ${plural(events.length, 'event', 'events')}${kept}`,
    '"reins uninstall" undoes it. While no hub is running, the hooks do nothing.',
  ].join('\n');
}
