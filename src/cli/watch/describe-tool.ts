/** How a tool call went, in a few words. Pure; the words are cleaned by whoever prints them. */
import { editedLines } from '../../core/conversation/changed-file.ts';
import { countLines } from '../../core/conversation/diff-lines.ts';
import { recordOf, textOf } from '../../lib/json-values.ts';
import type { ItemOf } from '../../protocol/session.ts';
import { durationOf, plural } from '../terminal/words.ts';

type Tool = ItemOf<'tool'>;

/** `ok, 1.9 s, 12 lines`, `failed: no such file`; empty while the call runs. */
export function outcomeOf(tool: Tool): string {
  if (tool.finished_at === undefined) return '';
  const text = resultText(tool.result);
  const time = tool.duration_ms === undefined ? [] : [durationOf(tool.duration_ms)];
  if (tool.is_error) return [`failed: ${firstLine(text) || 'no reason given'}`, ...time].join(', ');
  return ['ok', ...time, ...(changesOf(tool.details) ?? sizeOf(text))].join(', ');
}

function changesOf(details: unknown): string[] | undefined {
  const lines = editedLines(details);
  if (lines.length === 0) return undefined;
  const { added, removed } = countLines(lines);
  return [`+${added} -${removed}`];
}

function sizeOf(text: string): string[] {
  const lines = text === '' ? 0 : text.trimEnd().split('\n').length;
  return lines > 1 ? [plural(lines, 'line')] : [];
}

/** The text of a result: a string, or blocks of which some are text. */
function resultText(result: unknown): string {
  if (!Array.isArray(result)) return textOf(result);
  return result.map((block) => textOf(recordOf(block)['text'])).join('\n');
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
