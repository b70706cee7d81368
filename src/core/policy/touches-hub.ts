/**
 * Whether a tool call touches the hub: its folder, its address, its variables, its own command. Claude must
 * not approve its own requests, so the check for rules is wide: no rule grants a call that might. The one for
 * people is precise, because nobody reads a warning that is often wrong. Both only read text: a program that
 * accesses the hub on its own is not detected.
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

/** Programs that go through whole folders: with one of them, a lone `/` names the root. */
const WALKING: ReadonlySet<string> = new Set(
  'rm find grep egrep fgrep rg ag ack fd fdfind tree ls du cp mv tar zip rsync chmod chown chgrp shred'.split(
    ' ',
  ),
);

export function touchesHub(
  interaction: Pick<PendingInteraction, 'tool_name' | 'input' | 'cwd'>,
  { hub, links }: Pick<Moment, 'hub' | 'links'>,
  audience: 'rules' | 'people' = 'rules',
): HubTouch | undefined {
  if (!isAbsolute(hub.home) || !isAbsolute(hub.userHome)) return { what: 'folder', word: hub.home };
  const watch = new HubWatch(hub, links);
  const cwd = interaction.cwd ?? '/';
  const folders = [...new Set([cwd, links?.get(cwd) ?? cwd])];
  const command = commandOf(interaction);
  const inLine = (text: string) =>
    commandTouches(new Line(text), { cwd: folders, watch, userHome: hub.userHome, audience });
  if (command !== undefined) return inLine(command);
  const searches = SEARCHING.has(interaction.tool_name ?? '') && interaction.input['path'] === undefined;
  if (searches && folders.some((folder) => watch.isHeldBy(folder))) return { what: 'folder', word: cwd };
  return first(textsIn(interaction.input), ({ field, text }) => {
    if (COMMAND_FIELDS.has(field)) return inLine(text);
    const inText = watch.findInText(text);
    return inText || TEXT_FIELDS.has(field) ? inText : watch.findInValue(text, folders);
  });
}

interface Surroundings {
  readonly cwd: readonly string[];
  readonly watch: HubWatch;
  readonly userHome: string;
  readonly audience: 'rules' | 'people';
}

function commandTouches(
  { text, parsed, showsAll, looseWords }: Line,
  { cwd, watch, userHome, audience }: Surroundings,
): HubTouch | undefined {
  const inText = watch.findInText(text);
  if (inText) return inText;
  const inWords = (words: readonly string[], folders: readonly string[]) => {
    const countsRoot = audience === 'rules' || words.some((word) => WALKING.has(nameOf(word)));
    return first(words, (word) => watch.findInWord(word, folders, countsRoot));
  };
  const hidden = showsAll ? [] : [...new Set(looseWords.flat())];
  const inHidden = inWords(hidden, cwd);
  if (inHidden || !parsed.understood) return inHidden;
  const { placed, isWhole } = placeCommands(parsed.commands, cwd, userHome);
  const found = first(placed, ({ words, folders }) => inWords(words, folders));
  return found ?? (isWhole || audience === 'people' ? undefined : { what: 'folder', word: 'cd' });
}

/** Of a program. */
function nameOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
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
