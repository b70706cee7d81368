/** One field of the new-session form as lines: short values beside the label, longer ones below it. */
import { choicesOf } from '../../core/new-session/form-fields.ts';
import type { Style } from '../../lib/style.ts';
import { textWidth } from '../../lib/text-width.ts';
import type { FormLines } from '../cards/interaction-form.ts';
import { editorLines } from '../editor/editor-lines.ts';
import { lineOf, span } from '../lines/spans.ts';
import type { NewSessionForm, ShownField } from './new-session-form.ts';

const INDENT = '    ';
const MOST_LINES = 8;
/** The minimum width beside the label; narrower fields go below it. */
const LEAST_WIDTH = 16;

interface FieldArea {
  readonly width: number;
  readonly height: number;
  readonly style: Style;
}

export function fieldLines(
  form: NewSessionForm,
  field: ShownField,
  { width, height, style }: FieldArea,
): FormLines {
  const isHere = form.field.name === field.name;
  const paint = isHere ? style.strong : style.quiet;
  const mark = span(isHere ? '> ' : '  ');
  const editor = form.editorOf(field);
  const value = form.valueOf(field);
  if (field.kind === 'tick') {
    const box = span(value === '' ? '[ ] ' : '[x] ');
    return { lines: [lineOf([mark, box, span(field.label, paint)], width)] };
  }
  const label = field.label.endsWith('?') ? field.label : `${field.label}:`;
  const head = [mark, span(label, paint)];
  if (!editor) {
    const words = choicesOf(field, value).find((choice) => choice.value === value)?.label ?? value;
    return { lines: [lineOf([...head, span(` ${words}`)], width)] };
  }
  if (value === '' && !isHere && !isApart(field)) {
    const hint = field.example === undefined ? field.whenEmpty : `for example ${field.example}`;
    return { lines: [lineOf([...head, span(` ${hint ?? ''}`, style.quiet)], width)] };
  }
  const used = 2 + textWidth(label) + 1;
  const isBelow = isApart(field) || field.kind === 'lines' || width - used < LEAST_WIDTH;
  const indent = isBelow ? INDENT : ' '.repeat(used);
  const room = Math.max(1, Math.min(MOST_LINES, height - (isBelow ? 1 : 0)));
  const { lines, cursor } = editorLines(editor, width - indent.length - 1, room, '');
  const place = { row: cursor.row + (isBelow ? 1 : 0), column: cursor.column + indent.length };
  if (isBelow) return { lines: [lineOf(head, width), ...lines.map((line) => indent + line)], cursor: place };
  const [first = '', ...rest] = lines;
  return { lines: [`${lineOf(head, width)} ${first}`, ...rest.map((line) => indent + line)], cursor: place };
}

/** Required fields have space around them. */
export function isApart({ name }: ShownField): boolean {
  return name === 'cwd' || name === 'prompt';
}
