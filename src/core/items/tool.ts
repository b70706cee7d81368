/** A tool call and its outcome. */

import { recordOf, textOf } from '../../lib/json-values.ts';
import type { ItemOf } from '../../protocol/conversation.ts';
import { editedLines } from '../conversation/changed-file.ts';
import { countLines } from '../conversation/diff-lines.ts';
import { describeInteraction } from '../export/describe-interaction.ts';
import type { Block } from '../export/entry.ts';
import { toolBlocks } from '../export/tool-blocks.ts';
import { objectOf } from '../tool-object.ts';
import { durationOf } from '../wording/duration-of.ts';
import { describeTool } from '../wording/tool-text.ts';
import type { ItemKind } from './item-kind.ts';

type Tool = ItemOf<'tool'>;

const TITLE_LENGTH = 200;
/** Requests to a person and changes stay expanded. */
const OPEN_TOOLS: ReadonlySet<string> = new Set([
  'AskUserQuestion',
  'ExitPlanMode',
  'Edit',
  'MultiEdit',
  'NotebookEdit',
  'Agent',
  'Task',
]);

export const TOOL: ItemKind<'tool'> = {
  page: (item) => ({ shape: 'tool', item }),
  terminal: (item) => ({ shape: 'tool', item }),
  // A call is printed when it starts and again with its result; on one line if both are known.
  watch: (tool, { before, cwd }) => {
    const outcome = outcomeOf(tool);
    const wasShown = before !== undefined && before.name !== '';
    const wasFinished = wasShown && before.finished_at !== undefined;
    if (tool.name === '' || wasFinished || (wasShown && outcome === '')) return undefined;
    const at = outcome === '' ? tool.at : (tool.finished_at ?? tool.at);
    const what = [tool.name, objectOf(tool, cwd)].filter(Boolean).join(': ');
    const paint = tool.is_error ? 'fails' : 'quiet';
    // An outcome that arrives after the call comes first, so that a narrow terminal does not cut it off.
    if (outcome === '') return { at, label: '     >', text: what };
    if (wasShown) return { at, label: '     <', text: `${outcome} · ${what}`, paint };
    return { at, label: '     >', text: `${what} · ${outcome}`, ...(tool.is_error && { paint }) };
  },
  export: (tool, { interactions, cwd }) => {
    if (tool.name === '') return undefined;
    const object = objectOf(tool, cwd).split('\n', 1)[0] ?? '';
    const time = tool.duration_ms === undefined ? '' : durationOf(tool.duration_ms);
    const how = tool.finished_at === undefined ? 'no result' : tool.is_error ? 'failed' : '';
    const outcome = [how, time].filter(Boolean).join(', ');
    return {
      kind: 'tool',
      at: tool.at,
      title: object === '' ? tool.name : `${tool.name}: ${object.slice(0, TITLE_LENGTH)}`,
      ...(outcome !== '' && { outcome }),
      ...(tool.is_error && { isFailed: true }),
      isFolded: !OPEN_TOOLS.has(tool.name),
      blocks: [
        ...toolBlocks(tool),
        ...interactions.map((one): Block => ({ kind: 'remark', text: describeInteraction(one) })),
      ],
    };
  },
  editor: (tool) => [{ tool }],
  model: ({ name, input, is_error }) => {
    const { verb, object } = describeTool(name, input);
    return { label: 'TOOL', text: `${verb} ${object}`.trim(), ...(is_error && { note: '(failed)' }) };
  },
};

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
  return lines > 1 ? [`${lines} lines`] : [];
}

/** The text of a result: a string, or blocks of which some are text. */
function resultText(result: unknown): string {
  if (!Array.isArray(result)) return textOf(result);
  return result.map((block) => textOf(recordOf(block)['text'])).join('\n');
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
