/** What no rule may grant. Everything here leads to a person being asked. */
import { type Ask, commandOf, type Moment } from './ask.ts';
import { HubWatch } from './hub-watch.ts';
import { isOrdinaryAddress } from './match-url.ts';
import { MAX_PATHS, namedPaths, pathFieldsOf } from './named-paths.ts';
import { findStrangeCharacter } from './shell/plain-text.ts';
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
export function whyNeverGranted(ask: Ask, moment: Moment): string | undefined {
  const touch = touchesHub(ask, moment);
  if (touch) return `it accesses the hub (${touch.what}: ${JSON.stringify(touch.word)})`;
  if (ask.kind === 'plan') return undefined;
  // A dialog of which only the text on the screen is known.
  if (!ask.tool_name) return 'the request is unknown';
  const why = whyNotInMode(ask) ?? (commandOf(ask) === undefined ? whyNotTool(ask) : whyNotBash(ask, moment));
  if (why) return why;
  const trusted = touchesTrustedFile(ask, moment);
  return trusted && WHY_TRUSTED[trusted];
}

function whyNotInMode({ permission_mode, tool_name }: Ask): string | undefined {
  if (READ_ONLY.has(tool_name ?? '')) return undefined;
  if (permission_mode === undefined) return 'the permission mode is unknown';
  return permission_mode === 'plan' ? 'Claude is in plan mode' : undefined;
}

function whyNotTool(ask: Ask): string | undefined {
  const strange = pathFieldsOf(ask).map(findStrangeCharacter).find(Boolean);
  if (strange) return `its path contains the character ${strange}`;
  if (pathFieldsOf(ask).some((path) => path !== path.trim())) return 'its path starts or ends with spaces';
  const { url } = ask.input;
  if (ask.tool_name === 'WebFetch' && !(typeof url === 'string' && isOrdinaryAddress(url)))
    return 'its URL is unusual';
  return undefined;
}

function whyNotBash(ask: Ask, { hub, links }: Moment): string | undefined {
  const { cwd, input } = ask;
  if (cwd === undefined) return 'the folder of the session is unknown';
  const watch = new HubWatch(hub, links);
  if ([cwd, links?.get(cwd) ?? cwd].some((folder) => watch.isHeldBy(folder)))
    return "the session's folder contains the folder of the hub";
  const unknown = Object.keys(input).find((field) => !BASH_FIELDS.has(field) && input[field] !== false);
  if (unknown !== undefined) return `the Bash input "${unknown}" is unknown`;
  const lost = links?.size && namedPaths(ask, hub.userHome, MAX_PATHS + 1).find((path) => !links.has(path));
  return lost ? `it is unknown where ${JSON.stringify(lost.slice(0, 100))} leads` : undefined;
}
