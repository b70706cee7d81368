/** What no rule may grant. Everything here leads to a person being asked. */

import { HubWatch } from './hub-watch.ts';
import { isOrdinaryAddress } from './match-url.ts';
import { MAX_PATHS, namedPaths, pathFieldsOf } from './named-paths.ts';
import { commandOf, type Moment, type PendingInteraction } from './pending-interaction.ts';
import { findUnusualCharacter } from './shell/plain-text.ts';
import { touchesHub } from './touches-hub.ts';
import { type TrustedFile, touchesTrustedFile } from './touches-trusted-files.ts';

/** Read-only tools, which may be granted in plan mode. */
const READ_ONLY: ReadonlySet<string> = new Set(
  'Read Glob Grep LS NotebookRead WebFetch WebSearch'.split(' '),
);
/** The known input of Bash; anything else might lift its sandbox. */
const BASH_FIELDS: ReadonlySet<string> = new Set(['command', 'description', 'timeout', 'run_in_background']);

const WHY_TRUSTED: Readonly<Record<TrustedFile, string>> = {
  settings: 'it may change the settings of Claude Code',
  startup: 'it may change files that are run automatically',
};

/** Undefined if rules may grant it; otherwise the reason. */
export function whyNeverGranted(interaction: PendingInteraction, moment: Moment): string | undefined {
  const touch = touchesHub(interaction, moment);
  if (touch) return `it accesses the hub (${touch.what}: ${JSON.stringify(touch.word)})`;
  if (interaction.kind === 'plan') return undefined;
  // A dialog of which only the text on the screen is known.
  if (!interaction.tool_name) return 'the request is unknown';
  const why =
    whyNotInMode(interaction) ??
    (commandOf(interaction) === undefined ? whyNotTool(interaction) : whyNotBash(interaction, moment));
  if (why) return why;
  const trusted = touchesTrustedFile(interaction, moment);
  return trusted && WHY_TRUSTED[trusted];
}

function whyNotInMode({ permission_mode, tool_name }: PendingInteraction): string | undefined {
  if (READ_ONLY.has(tool_name ?? '')) return undefined;
  if (permission_mode === undefined) return 'the permission mode is unknown';
  return permission_mode === 'plan' ? 'Claude is in plan mode' : undefined;
}

function whyNotTool(interaction: PendingInteraction): string | undefined {
  const strange = pathFieldsOf(interaction).map(findUnusualCharacter).find(Boolean);
  if (strange) return `its path contains the character ${strange}`;
  if (pathFieldsOf(interaction).some((path) => path !== path.trim()))
    return 'its path starts or ends with spaces';
  const { url } = interaction.input;
  if (interaction.tool_name === 'WebFetch' && !(typeof url === 'string' && isOrdinaryAddress(url)))
    return 'its URL is unusual';
  return undefined;
}

function whyNotBash(interaction: PendingInteraction, { hub, links }: Moment): string | undefined {
  const { cwd, input } = interaction;
  if (cwd === undefined) return 'the folder of the session is unknown';
  const watch = new HubWatch(hub, links);
  if ([cwd, links?.get(cwd) ?? cwd].some((folder) => watch.isHeldBy(folder)))
    return "the session's folder contains the folder of the hub";
  const unknown = Object.keys(input).find((field) => !BASH_FIELDS.has(field) && input[field] !== false);
  if (unknown !== undefined) return `the Bash input "${unknown}" is unknown`;
  const lost =
    links?.size && namedPaths(interaction, hub.userHome, MAX_PATHS + 1).find((path) => !links.has(path));
  return lost ? `it is unknown where ${JSON.stringify(lost.slice(0, 100))} leads` : undefined;
}
