/**
 * Whether a tool call touches the hub: its folder, its address, its variables, its own command. Claude must
 * not approve its own requests, so the check is wide: no rule grants such a call, and people are warned. It
 * only reads text: a program that accesses the hub on its own is not detected.
 */
import { textsIn } from '../texts-in.ts';
import { placeCommands } from './folders-in-line.ts';
import { type HubTouch, HubWatch } from './hub-watch.ts';
import { isAbsolute } from './paths.ts';
import { commandOf, type Moment, type PendingInteraction } from './pending-interaction.ts';
import { Line } from './shell/line.ts';

/** Fields with text to write or read, not with a place. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(
  'content old_string new_string new_source prompt plan message description'.split(' '),
);
/** Fields in which tools other than Bash accept commands. */
const COMMAND_FIELDS: ReadonlySet<string> = new Set('command cmd script code args arguments'.split(' '));
/** Tools that search the session's folder by default. */
const SEARCHING: ReadonlySet<string> = new Set(['Glob', 'Grep', 'LS']);

export function touchesHub(
  interaction: Pick<PendingInteraction, 'tool_name' | 'input' | 'cwd'>,
  { hub, links }: Pick<Moment, 'hub' | 'links'>,
): HubTouch | undefined {
  if (!isAbsolute(hub.home) || !isAbsolute(hub.userHome)) return { what: 'folder', word: hub.home };
  const watch = new HubWatch(hub, links);
  const cwd = interaction.cwd ?? '/';
  const folders = [...new Set([cwd, links?.get(cwd) ?? cwd])];
  const command = commandOf(interaction);
  if (command !== undefined) return commandTouches(new Line(command), folders, watch, hub.userHome);
  const searches = SEARCHING.has(interaction.tool_name ?? '') && interaction.input['path'] === undefined;
  if (searches && folders.some((folder) => watch.isHeldBy(folder))) return { what: 'folder', word: cwd };
  return first(textsIn(interaction.input), ({ field, text }) => {
    if (COMMAND_FIELDS.has(field)) return commandTouches(new Line(text), folders, watch, hub.userHome);
    const inText = watch.findInText(text);
    return inText || TEXT_FIELDS.has(field) ? inText : watch.findInValue(text, folders);
  });
}

function commandTouches(
  { text, parsed, showsAll, looseWords }: Line,
  cwd: readonly string[],
  watch: HubWatch,
  userHome: string,
): HubTouch | undefined {
  const inText = watch.findInText(text);
  if (inText) return inText;
  const hidden = showsAll ? [] : new Set(looseWords.flat());
  const inHidden = first(hidden, (word) => watch.findInWord(word, cwd));
  if (inHidden || !parsed.understood) return inHidden;
  const { placed, isWhole } = placeCommands(parsed.commands, cwd, userHome);
  const found = first(placed, ({ words, folders }) =>
    first(words, (word) => watch.findInWord(word, folders)),
  );
  return found ?? (isWhole ? undefined : { what: 'folder', word: 'cd' });
}

function first<Item, Found>(
  items: Iterable<Item>,
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
