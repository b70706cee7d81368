/** A tool call in a few words: what it works on, and how it went. Pure; the words are cleaned by whoever prints them. */
import type { ItemOf } from '../../protocol/session.ts';
import { durationOf, plural } from '../terminal/words.ts';

type Tool = ItemOf<'tool'>;

/** The input that says most about a call, the telling names first. */
const TELLING = [
  ...['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query'],
  ...['description', 'skill', 'subject', 'taskId', 'prompt'],
];

/** The command, file, pattern or whatever else the call is about. Files are named from the session's folder. */
export function objectOf({ name, input }: Pick<Tool, 'name' | 'input'>, cwd = ''): string {
  if (name === 'Grep' || name === 'Glob')
    return [input['pattern'], input['path']].filter(isText).join(' in ');
  if (name === 'Agent' || name === 'Task')
    return [input['subagent_type'], input['description']].filter(isText).join(': ');
  const telling = TELLING.map((field) => input[field]).find(isText);
  if (telling !== undefined) return relativeTo(cwd, telling);
  const questions = input['questions'];
  if (Array.isArray(questions)) return questions.map((question) => textIn(question, 'question')).join(' / ');
  return Object.keys(input).length === 0 ? '' : JSON.stringify(input);
}

/** `ok, 1.9 s, 12 lines`, `failed: no such file`; empty while the call runs. */
export function outcomeOf(tool: Tool): string {
  if (tool.finished_at === undefined) return '';
  const text = textOf(tool.result);
  const time = tool.duration_ms === undefined ? [] : [durationOf(tool.duration_ms)];
  if (tool.is_error) return [`failed: ${firstLine(text) || 'no reason given'}`, ...time].join(', ');
  return ['ok', ...time, ...(changesOf(tool.details) ?? sizeOf(text))].join(', ');
}

function changesOf(details: unknown): string[] | undefined {
  const patch =
    typeof details === 'object' && details !== null
      ? (details as Record<string, unknown>)['structuredPatch']
      : undefined;
  if (!Array.isArray(patch) || patch.length === 0) return undefined;
  const lines = patch.flatMap((hunk: { lines?: unknown }) =>
    Array.isArray(hunk?.lines) ? hunk.lines.map(String) : [],
  );
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return [`+${count('+')} -${count('-')}`];
}

function sizeOf(text: string): string[] {
  const lines = text === '' ? 0 : text.trimEnd().split('\n').length;
  return lines > 1 ? [plural(lines, 'line')] : [];
}

/** The text of a result: a string, or blocks of which some are text. */
function textOf(result: unknown): string {
  if (typeof result === 'string') return result;
  if (!Array.isArray(result)) return '';
  return result.map((block) => textIn(block, 'text')).join('\n');
}

function textIn(value: unknown, field: string): string {
  const text =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  return isText(text) ? text : '';
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

function relativeTo(cwd: string, path: string): string {
  return cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
