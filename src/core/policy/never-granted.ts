/** What no rule may grant, whatever it says. Everything here ends in a person being asked. */
import { type Ask, commandOf, type Moment } from './ask.ts';
import { HubWatch } from './hub-watch.ts';
import { isOrdinaryAddress } from './match-url.ts';
import { MAX_PATHS, namedPaths, pathFieldsOf } from './named-paths.ts';
import { findStrangeCharacter } from './shell/plain-text.ts';
import { touchesHub } from './touches-hub.ts';
import { type TrustedFile, touchesTrustedFile } from './touches-trusted-files.ts';

/** Tools that change nothing, and so may be granted while Claude only plans. */
const READ_ONLY: ReadonlySet<string> = new Set(
  'Read Glob Grep LS NotebookRead WebFetch WebSearch'.split(' '),
);
/** What is known of the input of Bash; anything else might lift its sandbox. */
const BASH_FIELDS: ReadonlySet<string> = new Set(['command', 'description', 'timeout', 'run_in_background']);

const WHY_TRUSTED: Readonly<Record<TrustedFile, string>> = {
  settings: 'it may change the settings of Claude Code',
  startup: 'it may change files that run by themselves later',
};

/** Undefined when rules may grant it; otherwise why not. */
export function whyNeverGranted(ask: Ask, moment: Moment): string | undefined {
  const touch = touchesHub(ask, moment);
  if (touch) return `it touches the hub (${touch.what}: ${JSON.stringify(touch.word)})`;
  if (ask.kind === 'plan') return undefined;
  // A dialog of which only the words on the screen are known.
  if (!ask.tool_name) return 'it is not known what is asked';
  const why = whyNotInMode(ask) ?? (commandOf(ask) === undefined ? whyNotTool(ask) : whyNotBash(ask, moment));
  if (why) return why;
  const trusted = touchesTrustedFile(ask, moment);
  return trusted && WHY_TRUSTED[trusted];
}

function whyNotInMode({ permission_mode, tool_name }: Ask): string | undefined {
  if (READ_ONLY.has(tool_name ?? '')) return undefined;
  if (permission_mode === undefined) return 'the permission mode is not known';
  return permission_mode === 'plan' ? 'Claude is to plan only' : undefined;
}

function whyNotTool(ask: Ask): string | undefined {
  const strange = pathFieldsOf(ask).map(findStrangeCharacter).find(Boolean);
  if (strange) return `its path holds the character ${strange}`;
  if (pathFieldsOf(ask).some((path) => path !== path.trim())) return 'its path begins or ends with blanks';
  const { url } = ask.input;
  if (ask.tool_name === 'WebFetch' && !(typeof url === 'string' && isOrdinaryAddress(url)))
    return 'its address is not an ordinary one';
  return undefined;
}

function whyNotBash(ask: Ask, { hub, links }: Moment): string | undefined {
  const { cwd, input } = ask;
  if (cwd === undefined) return 'the folder of the session is not known';
  const watch = new HubWatch(hub, links);
  if ([cwd, links?.get(cwd) ?? cwd].some((folder) => watch.isHeldBy(folder)))
    return "the session's folder holds the folder of the hub";
  const unknown = Object.keys(input).find((field) => !BASH_FIELDS.has(field) && input[field] !== false);
  if (unknown !== undefined) return `the input "${unknown}" of Bash is not known`;
  const lost = links?.size && namedPaths(ask, hub.userHome, MAX_PATHS + 1).find((path) => !links.has(path));
  return lost ? `it is not known where ${JSON.stringify(lost.slice(0, 100))} leads` : undefined;
}
