/**
 * The complete input of a tool call: commands verbatim, file changes as removed and added lines, the rest as
 * JSON.
 */
import { diffLines } from 'diff';
import { exactText } from '../../lib/hidden-characters.ts';
import { textOf } from '../../lib/json-values.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { MOST_CHANGES } from '../conversation/diff-lines.ts';
import { shownPath } from './shown-path.ts';

interface Layout {
  readonly style: Style;
  readonly width: number;
  readonly cwd: string;
}

type Asked = Pick<Interaction, 'tool_name' | 'input'>;

export function inputLines(interaction: Asked, layout: Layout): string[] {
  const { tool_name: name = '', input } = interaction;
  const { style, width, cwd } = layout;
  const wrap = (text: string) => wrapText(exactText(text).trimEnd(), width);
  if (typeof input['command'] === 'string') {
    const { command, description, ...rest } = input;
    const about = typeof description === 'string' ? wrap(description).map(style.quiet) : [];
    return [...wrap(command).map(style.strong), ...about, ...others(rest, wrap)];
  }
  if (name === '' && typeof input['screen'] === 'string') return wrap(input['screen']);
  const path = input['file_path'] ?? input['notebook_path'];
  const changes = changesOf(name, input);
  if (typeof path === 'string' && changes) {
    return [
      ...wrap(shownPath(path, cwd)).map(style.strong),
      ...changes.flatMap((one) => diffOf(one, layout)),
    ];
  }
  return others(input, wrap);
}

function others(input: Readonly<Record<string, unknown>>, wrap: (text: string) => string[]): string[] {
  return Object.keys(input).length === 0 ? [] : wrap(JSON.stringify(input, null, 2));
}

interface Change {
  readonly before: string;
  readonly after: string;
  readonly note?: string;
}

/** Undefined for tools that do not change files. */
function changesOf(name: string, input: Readonly<Record<string, unknown>>): Change[] | undefined {
  const note = input['replace_all'] === true ? { note: 'all occurrences' } : {};
  if (name === 'Write') return [{ before: '', after: textOf(input['content']), note: 'whole file' }];
  if (name === 'Edit')
    return [{ before: textOf(input['old_string']), after: textOf(input['new_string']), ...note }];
  if (name === 'NotebookEdit')
    return [{ before: '', after: textOf(input['new_source']), note: textOf(input['edit_mode']) }];
  const edits = input['edits'];
  if (name !== 'MultiEdit' || !Array.isArray(edits)) return undefined;
  return edits.map((edit: Record<string, unknown> | null) => ({
    before: textOf(edit?.['old_string']),
    after: textOf(edit?.['new_string']),
  }));
}

function diffOf({ before, after, note }: Change, { style, width }: Layout): string[] {
  const parts = diffLines(before, after, { maxEditLength: MOST_CHANGES }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const lines = parts.flatMap(({ value, added, removed }) => {
    const sign = added ? '+' : removed ? '-' : ' ';
    const paint = added ? style.runs : removed ? style.fails : (text: string) => text;
    const text = exactText(value.endsWith('\n') ? value.slice(0, -1) : value);
    return text
      .split('\n')
      .flatMap((line) => wrapText(line, width - 2).map((piece) => paint(`${sign} ${piece}`)));
  });
  return [...(note ? [style.quiet(note)] : []), ...lines];
}
