/** `reins uninstall`: removes our hooks from the settings of Claude Code, and nothing else. */

import { locateHome } from '../../hub/home/reins-home.ts';
import { uninstall as uninstallHooks } from '../../hub/installation/install.ts';
import { chosenSettingsFile } from '../install/chosen-settings-file.ts';
import { renderDiff } from '../install/render-diff.ts';
import { printJson } from '../print.ts';
import { chooseStyle } from '../terminal/style.ts';

export interface UninstallFlags {
  readonly project?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function uninstall({ project, dryRun = false, json }: UninstallFlags): number {
  const home = locateHome(process.env);
  const file = chosenSettingsFile({ project }, process.env);
  const change = uninstallHooks({ home, file, dryRun });
  const changes = change.before !== change.after;
  if (json) {
    const diff = dryRun && { diff: renderDiff(file, change) };
    printJson({ file, home: home.folder, changed: changes && !dryRun, dry_run: dryRun, ...diff });
  } else if (!changes) {
    console.log(`The hub of ${home.folder} is not installed in ${file}.`);
  } else if (dryRun) {
    process.stdout.write(renderDiff(file, change, chooseStyle(process.stdout, process.env)));
  } else {
    const how =
      change.after === undefined
        ? 'The file was created by Reins and has been deleted.'
        : 'Everything else in it is unchanged.';
    console.log(
      `Removed from ${file}. ${how}\nRunning sessions notice within seconds. Your history stays in ${home.folder}.`,
    );
  }
  return 0;
}
