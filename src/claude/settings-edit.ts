/**
 * Puts entries into the text of a Claude Code settings file and takes them out again. Everything else in the text stays
 * as it is: foreign hooks, other settings, order, indentation, line ends. Text in, text out.
 */
import {
  appendMembers,
  applyEdits,
  detectLayout,
  type Layout,
  type NewMember,
  removeMembers,
  type TextEdit,
} from '../lib/json-edit.ts';
import {
  type JsonMember,
  type JsonNode,
  JsonSyntaxError,
  memberOf,
  parseJsonTree,
} from '../lib/json-tree.ts';
import type { HookSet } from './hook-set.ts';
import type { SettingsHook } from './settings-hooks.ts';

export interface SettingsEntries {
  readonly hooks: HookSet;
  /** Rules for `permissions.deny`. */
  readonly denyRules: readonly string[];
}

export interface Removal {
  readonly isOurs: (hook: SettingsHook) => boolean;
  readonly denyRules: readonly string[];
  /** The text before anything was put in: lists and objects that were empty in it stay. */
  readonly original?: string | undefined;
}

/** The root of the settings; undefined for a file with nothing in it. Throws JsonSyntaxError with the line. */
export function readSettings(text: string): JsonNode | undefined {
  if (text.trim() === '') return undefined;
  return expectType(text, parseJsonTree(text), 'object', 'The settings');
}

/** Adds the entries behind those that are there. Throws JsonSyntaxError where they would have no place. */
export function insertEntries(text: string, { hooks, denyRules }: SettingsEntries): string {
  const sections: Sections = { hooks, ...(denyRules.length > 0 && { permissions: { deny: denyRules } }) };
  const root = readSettings(text);
  if (!root) return `${JSON.stringify(sections, null, 2)}\n`;
  const layout = detectLayout(text, root);
  const missing: NewMember[] = [];
  const edits: TextEdit[] = [];
  for (const [key, lists] of Object.entries(sections)) {
    const section = memberOf(root, key);
    if (section)
      edits.push(...extendSection(text, expectType(text, section, 'object', `"${key}"`), lists, layout));
    else missing.push({ key, value: lists });
  }
  if (missing.length > 0) edits.push(appendMembers(text, root, missing, layout));
  return applyEdits(text, edits);
}

/** Takes out what `insertEntries` put in, wherever it stands by now, and the lists and objects this leaves empty. */
export function removeEntries(text: string, { isOurs, denyRules, original = '' }: Removal): string {
  const root = readSettings(text);
  if (!root) return text;
  const before = readSettings(original);
  /** What the user had empty stays, with the very blanks that were in it. */
  const unlessKnown = (node: JsonNode, pruned: Pruned, known: JsonNode | undefined): Pruned => {
    // What had entries then and has none now was emptied meanwhile, by its owner or by another hub that left.
    if (!pruned.gone || !known || known.members.length > 0) return pruned;
    const text = original.slice(known.start, known.end);
    return { edits: [{ start: node.start, end: node.end, text }], gone: false };
  };
  const pruneSection = (
    { key = '', node }: JsonMember,
    pruneEntry: (entry: JsonNode, list: string) => Pruned,
  ) => {
    const known = memberOf(before, key);
    const pruned = prune(node, ({ key: list = '', node: entries }) => {
      const left = prune(entries, (entry) => pruneEntry(entry.node, list));
      return unlessKnown(entries, left, memberOf(known, list));
    });
    return unlessKnown(node, pruned, known);
  };
  const { edits } = prune(root, (member) => {
    if (member.key === 'hooks')
      return pruneSection(member, (group, event) => pruneGroup(group, event, isOurs));
    if (member.key !== 'permissions' || denyRules.length === 0) return UNTOUCHED;
    return pruneSection(member, (rule, list) => ({
      edits: [],
      gone: list === 'deny' && denyRules.includes(String(rule.value)),
    }));
  });
  return applyEdits(text, edits);
}

/** What is put in, as it stands in the file: section, list in it, entries of the list. */
type Sections = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

function extendSection(
  text: string,
  section: JsonNode,
  lists: Readonly<Record<string, readonly unknown[]>>,
  layout: Layout,
): TextEdit[] {
  const missing: NewMember[] = [];
  const edits: TextEdit[] = [];
  for (const [key, entries] of Object.entries(lists)) {
    const list = memberOf(section, key);
    const added = entries.map((value) => ({ value }));
    if (list) edits.push(appendMembers(text, expectType(text, list, 'array', `"${key}"`), added, layout));
    else missing.push({ key, value: entries });
  }
  return missing.length > 0 ? [...edits, appendMembers(text, section, missing, layout)] : edits;
}

interface Pruned {
  readonly edits: readonly TextEdit[];
  /** Nothing is left of it: whoever holds it should let it go. */
  readonly gone: boolean;
}

const UNTOUCHED: Pruned = { edits: [], gone: false };

/** Something that never had anything in it is not gone: nothing was taken. */
function prune(node: JsonNode, visit: (member: JsonMember) => Pruned): Pruned {
  const visited = node.members.map((member) => ({ member, ...visit(member) }));
  const gone = new Set(visited.filter((one) => one.gone).map(({ member }) => member));
  const within = visited.filter((one) => !one.gone).flatMap(({ edits }) => edits);
  return {
    edits: [...removeMembers(node, gone), ...within],
    gone: gone.size > 0 && gone.size === node.members.length,
  };
}

/** A group of hooks goes with its last hook, whatever its matcher. */
function pruneGroup(group: JsonNode, event: string, isOurs: Removal['isOurs']): Pruned {
  let emptied = false;
  const { edits } = prune(group, ({ key, node }) => {
    if (key !== 'hooks') return UNTOUCHED;
    const pruned = prune(node, ({ node: { type, value } }) => ({
      edits: [],
      gone: type === 'object' && isOurs({ ...(value as SettingsHook), event }),
    }));
    emptied = pruned.gone;
    return { ...pruned, gone: false };
  });
  return { edits, gone: emptied };
}

function expectType(text: string, node: JsonNode, type: 'object' | 'array', name: string): JsonNode {
  if (node.type === type) return node;
  throw new JsonSyntaxError(
    `${name} should be ${type === 'object' ? 'an object' : 'a list'}`,
    text,
    node.start,
  );
}
