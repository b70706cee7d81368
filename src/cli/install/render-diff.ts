/** Renders a file change as a diff: removed and added lines with some context, safe to print. */
import { createTwoFilesPatch } from 'diff';
import type { FileChange } from '../../hub/installation/change-file.ts';
import { cleanText } from '../terminal/clean-text.ts';
import { PLAIN, type Style } from '../terminal/style.ts';

/** Empty if nothing changes. */
export function renderDiff(file: string, { before, after }: FileChange, style: Style = PLAIN): string {
  if (before === after) return '';
  const name = (text: string | undefined) => (text === undefined ? '/dev/null' : file);
  const patch = createTwoFilesPatch(name(before), name(after), before ?? '', after ?? '');
  const lines = patch.split('\n').filter((line) => !/^=+$/.test(line));
  return lines.map((line) => paint(cleanText(line), style)).join('\n');
}

function paint(line: string, { strong, runs, fails, informs }: Style): string {
  if (line.startsWith('--- ') || line.startsWith('+++ ')) return strong(line);
  if (line.startsWith('@@')) return informs(line);
  if (line.startsWith('+')) return runs(line);
  return line.startsWith('-') ? fails(line) : line;
}
