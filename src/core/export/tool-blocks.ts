/**
 * The blocks of a tool call in an export: commands as commands, edits as diffs, plans and questions as
 * readable text.
 */
import { isRecord } from '../../lib/json-values.ts';
import type { ItemOf } from '../../protocol/conversation.ts';
import { changedPath, editedLines } from '../conversation/changed-file.ts';
import type { Block } from './entry.ts';

type Tool = ItemOf<'tool'>;

const CHANGES_FILES: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

export function toolBlocks(tool: Tool): Block[] {
  return [...inputBlocks(tool), ...resultBlocks(tool)];
}

function inputBlocks({ name, input, details }: Tool): Block[] {
  const patch = patchOf(details);
  if (patch) return [{ kind: 'diff', lines: patch, label: textOrJson(input['file_path']) }];
  const cell = cellLines(details);
  if (cell.length > 0) return [{ kind: 'diff', lines: cell, label: changedPath(details) ?? '' }];
  switch (name) {
    case 'Bash':
      return [code(textOrJson(input['command']), 'bash')];
    case 'Edit':
      return [{ kind: 'diff', lines: editLines(input), label: textOrJson(input['file_path']) }];
    case 'MultiEdit':
      return listOf(input['edits']).map((edit) => ({ kind: 'diff', lines: editLines(edit) }));
    case 'Write':
      return [code(textOrJson(input['content']), '', textOrJson(input['file_path']))];
    case 'ExitPlanMode':
      return [{ kind: 'markdown', text: textOrJson(input['plan']) }];
    case 'AskUserQuestion':
      return listOf(input['questions']).map(questionBlock);
    case 'Agent':
    case 'Task':
      return [{ kind: 'markdown', text: textOrJson(input['prompt']) }];
    default:
      return Object.keys(input).length === 0 ? [] : [code(JSON.stringify(input, null, 2), 'json')];
  }
}

/** Omits the result for Claude if the details show the same in a better form. */
function resultBlocks({ name, result, details, is_error }: Tool): Block[] {
  if (!is_error && CHANGES_FILES.has(name) && isRecord(details)) return [];
  if (!is_error && name === 'AskUserQuestion' && isRecord(details) && isRecord(details['answers'])) {
    return Object.entries(details['answers']).map(([question, answer]) => ({
      kind: 'remark',
      text: `${question} → ${Array.isArray(answer) ? answer.join(', ') : String(answer)}`,
    }));
  }
  if (result === undefined) return [];
  if (!Array.isArray(result))
    return [code(typeof result === 'string' ? result : jsonOf(result), '', 'Result')];
  return result.map((block) => resultBlock(block));
}

function resultBlock(block: unknown): Block {
  if (!isRecord(block)) return code(jsonOf(block), '', 'Result');
  if (block['type'] === 'text') return code(textOrJson(block['text']), '', 'Result');
  const source = isRecord(block['source']) ? block['source'] : {};
  const { media_type: mediaType, data } = source;
  if (block['type'] === 'image' && typeof mediaType === 'string' && typeof data === 'string') {
    return { kind: 'image', mediaType, base64: data };
  }
  return code(jsonOf(block), 'json', 'Result');
}

function patchOf(details: unknown): string[] | undefined {
  const hunks = isRecord(details) ? listOf(details['structuredPatch']) : [];
  if (hunks.length === 0) return undefined;
  return hunks.flatMap((hunk) => {
    const { oldStart, oldLines, newStart, newLines, lines } = hunk;
    const text = Array.isArray(lines) ? lines.map(String) : [];
    return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...text];
  });
}

/** For notebooks Claude Code reports no patch, only the cell before and after. */
function cellLines(details: unknown): string[] {
  const signs = { added: '+', removed: '-', same: ' ' } as const;
  return editedLines(details).map(({ kind, text }) => (kind === 'gap' ? '@@' : `${signs[kind]}${text}`));
}

function editLines(edit: Readonly<Record<string, unknown>>): string[] {
  const lines = (text: unknown, sign: string) =>
    textOrJson(text) === ''
      ? []
      : textOrJson(text)
          .split('\n')
          .map((line) => `${sign}${line}`);
  return [...lines(edit['old_string'], '-'), ...lines(edit['new_string'], '+')];
}

function questionBlock(question: Readonly<Record<string, unknown>>): Block {
  const options = listOf(question['options']).map(
    ({ label, description }) => `- ${textOrJson(label)}${description ? `: ${textOrJson(description)}` : ''}`,
  );
  return { kind: 'markdown', text: [textOrJson(question['question']), '', ...options].join('\n') };
}

function code(text: string, language = '', label = ''): Block {
  return { kind: 'code', text, ...(language && { language }), ...(label && { label }) };
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOrJson(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : jsonOf(value);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
