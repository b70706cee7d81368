/** Whether a permission dialog is about this tool call: the command, change or arguments on the screen must be its own. */
import { textOf } from '../../../lib/json-values.ts';
import type { PendingInteraction } from '../../driver.ts';
import type { PermissionDialog } from './read-permission.ts';
import { squeeze, squeezeLines } from './squeeze.ts';

/** If the start of a command does not fit on the screen, this many characters must be visible. */
const ENOUGH = 60;
const NUMBERED_LINE = /^ *\d+ (.*)$/;

export function showsCall(dialog: PermissionDialog, { tool_name: tool, input }: PendingInteraction): boolean {
  // The call is unknown: the text seen earlier must be on the screen now.
  if (tool === undefined) return squeeze(textOf(input['screen'])) === squeeze(describeDialog(dialog));
  if (tool === 'Bash') return showsCommand(dialog, textOf(input['command']));
  if (tool === 'Write' || tool === 'Edit') return showsChange(dialog, input);
  return showsArguments(dialog, tool, input);
}

/** The subject of a permission dialog, in words. */
export function describeDialog({ title, heading, subject, question }: PermissionDialog): string {
  const lines = [title ?? '…', ...heading, ...subject, question].map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('Tip:')).join('\n');
}

function showsCommand({ title, subject }: PermissionDialog, command: string): boolean {
  const [shown, asked] = [squeezeLines(subject), squeeze(command)];
  if (title !== undefined) return title.startsWith('Bash command') && shown === asked;
  return shown.length >= ENOUGH && asked.endsWith(shown);
}

/** The file's name is in the question, its path in the heading, and the change line by line below. */
function showsChange(
  { title, heading, subject, question }: PermissionDialog,
  input: Readonly<Record<string, unknown>>,
): boolean {
  const path = textOf(input['file_path']);
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === '' || !squeeze(question).endsWith(`${squeeze(name)}?`)) return false;
  const shownPath = squeeze(heading.join('')).replace(/^(?:\.\.\/|~\/)+/, '');
  if (title !== undefined && !squeeze(path).endsWith(shownPath)) return false;
  const isNew = question.startsWith('Do you want to create ');
  const [before, after] = [
    squeeze(textOf(input['old_string'])),
    squeeze(textOf(input['new_string'] ?? input['content'])),
  ];
  const lines = subject.flatMap((line) => NUMBERED_LINE.exec(line)?.[1] ?? []);
  const changes = isNew ? lines.map((line) => `+${line}`) : lines.filter((line) => /^[-+]/.test(line));
  return (
    changes.length > 0 &&
    changes.every((line) => {
      const text = squeeze(line.slice(1));
      // The lines that a full overwrite removes are not in the call.
      return line.startsWith('+') ? after.includes(text) : isWhole(input) || before.includes(text);
    })
  );
}

function isWhole(input: Readonly<Record<string, unknown>>): boolean {
  return input['old_string'] === undefined;
}

/** Every argument must be visible, and the name of the tool if there are none. */
function showsArguments(
  { title, heading, subject }: PermissionDialog,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): boolean {
  if (title === undefined) return false;
  const shown = squeeze([title, ...heading, ...subject].join('')).toLowerCase();
  const values = Object.values(input).filter((value) => value !== undefined);
  const seen = values.every((value) =>
    [textOf(value), JSON.stringify(value)].some(
      (text) => text !== '' && shown.includes(squeeze(text).toLowerCase()),
    ),
  );
  const names = tool.startsWith('mcp__') ? tool.slice('mcp__'.length).split('__') : [];
  const isNamed = names.every((name) => shown.includes(name.replace(/_/g, '').toLowerCase()));
  return seen && isNamed && (values.length > 0 || names.length > 0);
}
