/** Edits JSON text in place: changes only the affected part and follows the formatting around it. */
import type { JsonMember, JsonNode } from './json-tree.ts';

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A member to add: to an object with its key, to an array without one. */
export interface NewMember {
  readonly key?: string;
  readonly value: unknown;
}

/** The formatting of a text. `indent` is undefined if everything is on one line. */
export interface Layout {
  readonly newline: string;
  readonly indent: string | undefined;
  readonly afterColon: string;
  readonly afterComma: string;
}

export function detectLayout(text: string, root: JsonNode): Layout {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const [first, second] = root.members;
  if (!first) return { newline, indent: '  ', afterColon: ' ', afterComma: ' ' };
  const gap = text.slice(root.start + 1, first.start);
  const afterColon = /^"(?:[^"\\]|\\.)*"\s*:(\s?)/.exec(text.slice(first.start))?.[1] ?? ' ';
  const afterComma = second
    ? (/,([ \t]*)$/.exec(text.slice(first.end, second.start))?.[1] ?? '')
    : afterColon;
  return { newline, indent: gap.includes('\n') ? lastLine(gap) : undefined, afterColon, afterComma };
}

/** Adds members after the existing ones. `removeMembers` restores the original text. */
export function appendMembers(
  text: string,
  container: JsonNode,
  added: readonly NewMember[],
  layout: Layout,
): TextEdit {
  const last = container.members.at(-1);
  const gap = last ? gapBefore(text, container, last) : '';
  const onLines = last ? gap.includes('\n') : layout.indent !== undefined;
  const base = last ? lastLine(gap) : `${indentAt(text, container.start)}${layout.indent ?? ''}`;
  const inner: Layout = onLines ? layout : { ...layout, indent: undefined };
  const separator = onLines ? `${layout.newline}${base}` : layout.afterComma;
  const written = added.map(({ key, value }) => {
    const name = key === undefined ? '' : `${JSON.stringify(key)}:${layout.afterColon}`;
    return `${name}${print(value, inner, base)}`;
  });
  if (last) {
    return { start: last.end, end: last.end, text: written.map((one) => `,${separator}${one}`).join('') };
  }
  const body = written.join(`,${separator}`);
  const inside = onLines ? `${separator}${body}${layout.newline}${indentAt(text, container.start)}` : body;
  return { start: container.start + 1, end: container.end - 1, text: inside };
}

/** Removes members together with the comma that separates them from their neighbour. */
export function removeMembers(
  { start, end, members }: JsonNode,
  removed: ReadonlySet<JsonMember>,
): TextEdit[] {
  const kept = members.filter((member) => !removed.has(member));
  if (kept.length === members.length) return [];
  const [firstKept] = kept;
  if (!firstKept) return [{ start: start + 1, end: end - 1, text: '' }];
  const edits: TextEdit[] = [];
  const [first] = members;
  if (first && first !== firstKept) edits.push({ start: first.start, end: firstKept.start, text: '' });
  members.forEach((member, index) => {
    const before = members[index - 1];
    if (before && removed.has(member) && member.start > firstKept.start)
      edits.push({ start: before.end, end: member.end, text: '' });
  });
  return edits;
}

/** Edits must not overlap; their order does not matter. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...pieces, text.slice(at)].join('');
}

function gapBefore(text: string, container: JsonNode, member: JsonMember): string {
  const previous = container.members[container.members.indexOf(member) - 1];
  return text.slice(previous?.end ?? container.start + 1, member.start);
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(lastLine(text.slice(0, offset)))?.[0] ?? '';
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

/** Like JSON.stringify, but with the spacing of the surrounding text. */
function print(value: unknown, layout: Layout, base: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const { indent, newline, afterColon, afterComma } = layout;
  const deeper = `${base}${indent ?? ''}`;
  const parts = Array.isArray(value)
    ? value.map((element) => print(element, layout, deeper))
    : Object.entries(value).map(
        ([key, one]) => `${JSON.stringify(key)}:${afterColon}${print(one, layout, deeper)}`,
      );
  if (parts.length === 0) return `${open}${close}`;
  if (indent === undefined) return `${open}${parts.join(`,${afterComma}`)}${close}`;
  return `${open}${newline}${deeper}${parts.join(`,${newline}${deeper}`)}${newline}${base}${close}`;
}
