/** The object of a tool call, in a few words. The caller sanitizes the text. */
import { exactText } from '../lib/hidden-characters.ts';
import { isNonEmptyText, recordOf, textOf } from '../lib/json-values.ts';
import type { ItemOf } from '../protocol/conversation.ts';

/** The most informative input of a call, most specific names first. */
const INFORMATIVE = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'description',
  'skill',
  'subject',
  'taskId',
  'prompt',
];

/**
 * The command, file, pattern or other object of the call. File paths are relative to the session's folder.
 */
export function objectOf(call: Pick<ItemOf<'tool'>, 'name' | 'input'>, cwd = ''): string {
  return exactText(informativePart(call, cwd));
}

function informativePart({ name, input }: Pick<ItemOf<'tool'>, 'name' | 'input'>, cwd: string): string {
  if (name === 'Grep' || name === 'Glob')
    return [input['pattern'], input['path']].filter(isNonEmptyText).join(' in ');
  if (name === 'Agent' || name === 'Task')
    return [input['subagent_type'], input['description']].filter(isNonEmptyText).join(': ');
  const reporting = INFORMATIVE.map((field) => input[field]).find(isNonEmptyText);
  if (reporting !== undefined) return relativeTo(cwd, reporting);
  if (isNonEmptyText(input['plan'])) return headOf(input['plan']);
  const questions = input['questions'];
  if (Array.isArray(questions))
    return questions.map((question) => textOf(recordOf(question)['question'])).join(' / ');
  return Object.keys(input).length === 0 ? '' : JSON.stringify(input);
}

/** The first line of a text without heading marks: the title of a plan. */
export function headOf(text: string): string {
  return (text.trim().split('\n')[0] ?? '').replace(/^#+\s*/, '');
}

function relativeTo(cwd: string, path: string): string {
  return cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
