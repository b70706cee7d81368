/** A tool call as lines: verb, object, result and duration; if open, also its input and output. */
import { editedLines } from '../../core/conversation/changed-file.ts';
import { resultText } from '../../core/conversation/result-text.ts';
import { toolSummary } from '../../core/conversation/tool-summary.ts';
import { durationOf } from '../../core/wording/duration-of.ts';
import { inputLines } from '../../core/wording/input-lines.ts';
import { SHAPES } from '../../core/wording/status-shapes.ts';
import { describeTool } from '../../core/wording/tool-text.ts';
import { cleanText } from '../../lib/clean-text.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { ItemOf } from '../../protocol/conversation.ts';
import { span, splitLine } from '../lines/spans.ts';

/** How much of a row is shown: `open` shows the first part of long content, `whole` all of it. */
export type Fold = 'closed' | 'open' | 'whole';

export interface ToolContext {
  readonly style: Style;
  readonly cwd: string;
  /** Calls with a pending request. */
  readonly asking: ReadonlySet<string>;
  /** Whether a call without a result still runs. */
  readonly isBusy: boolean;
}

/** Longer content is folded, with the count. */
const FOLD_AFTER = 40;
const INDENT = '    ';

export function toolLines(item: ItemOf<'tool'>, fold: Fold, context: ToolContext, width: number): string[] {
  const head = toolLine(item, fold, context, width);
  if (fold === 'closed') return [head];
  const body = [...askedLines(item, context, width), ...outcomeLines(item, context.style, width)];
  const shown = fold === 'whole' ? body : body.slice(0, FOLD_AFTER);
  const rest = body.length - shown.length;
  return [
    head,
    ...shown.map((line) => INDENT + line),
    ...(rest > 0 ? [context.style.quiet(`${INDENT}${rest} more lines, Enter shows all ${body.length}`)] : []),
  ];
}

export function toolLine(item: ItemOf<'tool'>, fold: Fold, context: ToolContext, width: number): string {
  const { style, cwd, asking, isBusy } = context;
  const { verb, object } = describeTool(item.name, item.input, cwd);
  const summary = toolSummary(item);
  const isBad = summary === 'failed' || summary === 'denied' || summary === 'interrupted';
  const isRunning = item.finished_at === undefined && isBusy;
  const isAsking = asking.has(item.tool_use_id);
  const mark = isAsking
    ? span(`${SHAPES.waiting} `, style.waits)
    : isRunning
      ? span(`${SHAPES.working} `, style.runs)
      : span(fold === 'closed' ? '▸ ' : '▾ ', style.quiet);
  const time = item.duration_ms === undefined ? '' : durationOf(item.duration_ms);
  return splitLine(
    [mark, span(verb, isBad ? style.fails : undefined), span(` ${object.split('\n')[0] ?? ''}`)],
    [
      span(isAsking ? 'waiting for you' : isRunning ? 'running' : summary, isBad ? style.fails : undefined),
      span(time && `  ${time}`, style.quiet),
    ],
    width,
  );
}

/** The actual changes replace the requested input. */
function askedLines(item: ItemOf<'tool'>, { style, cwd }: ToolContext, width: number): string[] {
  if (editedLines(item.details).length > 0) return [];
  return inputLines({ tool_name: item.name, input: item.input }, { style, width: width - 4, cwd });
}

function outcomeLines(item: ItemOf<'tool'>, style: Style, width: number): string[] {
  const patch = editedLines(item.details);
  if (patch.length > 0) {
    const signs = { added: '+ ', removed: '- ', same: '  ', gap: '…' } as const;
    const paints = { added: style.runs, removed: style.fails, same: asItIs, gap: style.quiet } as const;
    return patch.flatMap(({ kind, text }) =>
      wrapText(cleanText(text), width - 6).map((line) => paints[kind](signs[kind] + line)),
    );
  }
  const text = cleanText(resultText(item)).trimEnd();
  if (text === '') return [];
  return ['', ...wrapText(text, width - 4).map(item.is_error ? style.fails : style.quiet)];
}

function asItIs(text: string): string {
  return text;
}
