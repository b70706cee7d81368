/** File changes as diffs: the intended change of a call, and its actual change. */
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { isText, listOf, recordOf, textOf } from '../../lib/json-values.ts';
import type { ItemOf } from '../../protocol/conversation.ts';
import { absolutePath } from './tool-locations.ts';

type Tool = Pick<ItemOf<'tool'>, 'name' | 'input' | 'details'>;

/** Empty for calls that do not change files. */
export function diffsOf({ name, input, details }: Tool, cwd: string): ToolCallContent[] {
  const file = input['file_path'];
  if (!isText(file)) return [];
  const path = absolutePath(file, cwd);
  const done = hunksOf(details);
  if (done.length > 0) return done.map((hunk) => ({ type: 'diff', path, ...hunk }));
  switch (name) {
    case 'Write':
      return [{ type: 'diff', path, oldText: null, newText: textOf(input['content']) }];
    case 'Edit':
      return wishOf(path, input);
    case 'MultiEdit':
      return listOf(input['edits']).flatMap((edit) => wishOf(path, recordOf(edit)));
    default:
      return [];
  }
}

function wishOf(path: string, edit: Readonly<Record<string, unknown>>): ToolCallContent[] {
  const newText = edit['new_string'];
  if (!isText(newText)) return [];
  return [{ type: 'diff', path, oldText: textOf(edit['old_string']), newText }];
}

/** Claude Code reports a change as hunks of lines, each with its sign in front. */
function hunksOf(details: unknown): { oldText: string; newText: string }[] {
  return listOf(recordOf(details)['structuredPatch']).map((hunk) => {
    const lines = listOf(recordOf(hunk)['lines']).map(String);
    const without = (sign: string) =>
      lines
        .filter((line) => !line.startsWith(sign) && !line.startsWith('\\'))
        .map((line) => line.slice(1))
        .join('\n');
    return { oldText: without('+'), newText: without('-') };
  });
}
