/**
 * The searchable parts of a transcript row: its words, the files it names, and the values of search filters.
 * Pure.
 */
import { blocksOf, type RowBlock, type TranscriptRow } from '../claude/transcript-row.ts';
import type { SearchRole } from '../protocol/history.ts';
import type { Findable } from '../store/history/history-writer.ts';
import { wordForms } from './word-forms.ts';

/** Only the start of longer texts is searchable. */
const MAX_TEXT = 256 * 1024;
const FILE_FIELDS = ['file_path', 'path', 'notebook_path', 'filePath'];

/** Calls without a result: their ids and the names of the tools. Changed by reading. */
export type OpenCalls = Map<string, string>;

/** The content of a row, before it is made searchable. */
export interface RowText {
  readonly role: SearchRole;
  readonly text: string;
  readonly files: readonly string[];
  readonly tool?: string;
  readonly isError: boolean;
}

/** Undefined for rows without content. `at` is for rows without a time. */
export function readFindable(
  row: TranscriptRow,
  { sessionId, calls, at }: { sessionId: string; calls: OpenCalls; at: number },
): Findable | undefined {
  const words = readRowText(row, calls);
  if (!words || (words.text === '' && words.files.length === 0)) return undefined;
  const text = words.text.length > MAX_TEXT ? words.text.slice(0, MAX_TEXT) : words.text;
  const labels: [string, string][] = [
    ['session', sessionId],
    ['role', words.role],
  ];
  if (words.tool) labels.push(['tool', words.tool]);
  if (words.isError) labels.push(['error', '']);
  if (row.cwd) labels.push(['project', String(row.cwd)]);
  if (row.gitBranch) labels.push(['branch', String(row.gitBranch)]);
  return { at, text, parts: wordForms(text), files: words.files.join(' '), labels };
}

export function readRowText(row: TranscriptRow, calls: OpenCalls): RowText | undefined {
  switch (row.type) {
    case 'user':
      return readUser(row, calls);
    case 'assistant':
      return readAssistant(row, calls);
    case 'attachment':
      return plain('user', row.attachment?.['prompt']);
    case 'system':
      return row.subtype === 'local_command' ? plain('user', row.content) : undefined;
    case 'custom-title':
      return plain('title', row.customTitle);
    case 'ai-title':
      return plain('title', row.aiTitle);
    case 'summary':
      return plain('title', row.summary);
    default:
      return undefined;
  }
}

function readUser(row: TranscriptRow, calls: OpenCalls): RowText | undefined {
  const blocks = blocksOf(row.message);
  const result = blocks.find(({ type }) => type === 'tool_result');
  if (result) {
    const id = result.tool_use_id ?? '';
    const tool = calls.get(id);
    calls.delete(id);
    const text = blocks.map(({ content }) => findableText(content)).join('\n');
    const isError = blocks.some(({ is_error }) => is_error === true);
    return { role: 'tool', text, files: [], isError, ...(tool !== undefined && { tool }) };
  }
  if (row.isMeta) return undefined;
  return plain(row.isCompactSummary ? 'summary' : 'user', findableText(blocks));
}

function readAssistant(row: TranscriptRow, calls: OpenCalls): RowText {
  const blocks = blocksOf(row.message);
  const uses = blocks.filter(({ name }) => typeof name === 'string');
  for (const { id, name } of uses) if (id !== undefined && name !== undefined) calls.set(id, name);
  const text = blocks.map(wordsOfBlock).filter(Boolean).join('\n');
  const tool = uses[0]?.name;
  const isThought = blocks.every(({ type }) => type.endsWith('thinking'));
  const role = tool !== undefined ? 'tool' : isThought ? 'thinking' : 'assistant';
  const files = uses.flatMap(({ input }) => filesOf(input));
  return { role, text, files, isError: row.isApiErrorMessage === true, ...(tool !== undefined && { tool }) };
}

function wordsOfBlock({ type, text, thinking, input }: RowBlock): string {
  if (type === 'text') return String(text ?? '');
  if (type === 'thinking') return String(thinking ?? '');
  return input === undefined ? '' : findableText(input);
}

function plain(role: SearchRole, text: unknown): RowText | undefined {
  return typeof text === 'string' ? { role, text, files: [], isError: false } : undefined;
}

function filesOf(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  return FILE_FIELDS.flatMap((field) => {
    const value = (input as Record<string, unknown>)[field];
    return typeof value === 'string' ? [value] : [];
  });
}

/** All strings in a value at any depth, line by line, except images. */
function findableText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) return value.map(findableText).filter(Boolean).join('\n');
  const { type, text } = value as { type?: unknown; text?: unknown };
  if (type === 'text') return findableText(text);
  if (type === 'image' || type === 'document') return '';
  return Object.values(value).map(findableText).filter(Boolean).join('\n');
}
