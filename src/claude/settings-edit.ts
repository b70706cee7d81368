/**
 * Adds entries to the text of a Claude Code settings file and removes them again. Everything else in the text is unchanged:
 * other hooks and settings, order, indentation, line ends.
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
  /** The text before anything was added: its empty lists and objects remain. */
  readonly original?: string | undefined;
}

/** The root of the settings; undefined for an empty file. Throws JsonSyntaxError with the line. */
export function readSettings(text: string): JsonNode | undefined {
  if (text.trim() === '') return undefined;
  return expectType(text, parseJsonTree(text), 'object', 'The settings');
}

/** Adds the entries after the existing ones. Throws JsonSyntaxError if the file has no place for them. */
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

/** Removes what `insertEntries` added, wherever it is by now, and the lists and objects that this leaves empty. */
export function removeEntries(text: string, { isOurs, denyRules, original = '' }: Removal): string {
  const root = readSettings(text);
  if (!root) return text;
  const before = readSettings(original);
  /** What was empty before stays, including its whitespace. */
  const unlessKnown = (node: JsonNode, pruned: Pruned, known: JsonNode | undefined): Pruned => {
    // If it had entries then and has none now, its owner or another hub has emptied it since.
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

/** The added entries as they are in the file: section, list in it, entries of the list. */
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
  /** Nothing is left of it: its container should drop it. */
  readonly gone: boolean;
}

const UNTOUCHED: Pruned = { edits: [], gone: false };

/** An empty container that nothing was removed from stays. */
function prune(node: JsonNode, visit: (member: JsonMember) => Pruned): Pruned {
  const visited = node.members.map((member) => ({ member, ...visit(member) }));
  const gone = new Set(visited.filter((one) => one.gone).map(({ member }) => member));
  const within = visited.filter((one) => !one.gone).flatMap(({ edits }) => edits);
  return {
    edits: [...removeMembers(node, gone), ...within],
    gone: gone.size > 0 && gone.size === node.members.length,
  };
}

/** A group of hooks is removed with its last hook, whatever its matcher. */
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
