/** A row of a conversation as terminal lines, folded or open. Pure; all text is sanitized. */
import { looksText } from '../../core/conversation/rows.ts';
import { itemKindOf } from '../../core/items/item-kinds.ts';
import { durationOf } from '../../core/wording/duration-of.ts';
import { SHAPES } from '../../core/wording/status-shapes.ts';
import { cleanText } from '../../lib/clean-text.ts';
import type { Style } from '../../lib/style.ts';
import { textWidth } from '../../lib/text-width.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { Item } from '../../protocol/conversation.ts';
import type { Turn } from '../../protocol/session.ts';
import { markdownLines } from '../lines/markdown-lines.ts';
import { lineOf, span, splitLine } from '../lines/spans.ts';
import type { AgentRow, PaneRow } from './pane-rows.ts';
import { type Fold, type ToolContext, toolLine, toolLines } from './tool-lines.ts';

export interface RowLayout extends ToolContext {
  readonly style: Style;
  readonly width: number;
}

/** The column of text after `you` and `claude`. */
const LABEL = 8;
/** Indentation of a subagent's rows. */
const STEP = 2;
/** Longer lines are hard to read. */
const WIDEST = 110;

/** Rows of a subagent are indented by their depth. */
export function rowLines({ row, depth, inside }: PaneRow, fold: Fold, around: RowLayout): string[] {
  const isBusy = around.isBusy && inside?.state !== 'finished';
  const layout = { ...around, isBusy, width: around.width - depth * STEP };
  const lines = linesOf(row, fold, layout, inside ? 'subagent' : 'claude');
  return depth === 0 ? lines : lines.map((line) => (line === '' ? '' : ' '.repeat(depth * STEP) + line));
}

function linesOf(row: PaneRow['row'], fold: Fold, layout: RowLayout, speaker: string): string[] {
  const { style } = layout;
  const width = Math.min(WIDEST, layout.width);
  switch (row.kind) {
    case 'agent':
      return agentLines(row, fold, width, style);
    case 'writing':
      return labelled('claude', markdownLines(`${row.text.trimEnd()} _`, width - LABEL, style), style.quiet);
    case 'looks': {
      const head = folding(looksText(row.items), fold, layout);
      const each = row.items.flatMap((item) => indent([toolLine(item, 'closed', layout, width - 4)], 4));
      return fold === 'closed' ? [head] : [head, ...each];
    }
    case 'end':
      return [lineOf([span(endText(row), row.outcome === 'completed' ? style.quiet : style.fails)], width)];
    case 'item':
      return itemLines(row.item, fold, { ...layout, width }, speaker);
  }
}

const FOLDING: ReadonlySet<string | undefined> = new Set(['tool', 'folded']);

/** Whether a row can be opened. */
export function canOpen(row: PaneRow['row']): boolean {
  return (
    row.kind === 'looks' ||
    row.kind === 'agent' ||
    (row.kind === 'item' && FOLDING.has(itemKindOf(row.item).terminal(row.item)?.shape))
  );
}

function itemLines(item: Item, fold: Fold, layout: RowLayout, speaker: string): string[] {
  const { style, width } = layout;
  const shown = itemKindOf(item).terminal(item);
  switch (shown?.shape) {
    case 'said': {
      const column = columnAfter(shown.who);
      const lines = (text: string) => wrapText(cleanText(text).trimEnd(), width - column);
      const paint = shown.paint ? style[shown.paint] : (text: string) => text;
      const said = [...lines(shown.text).map(paint), ...(shown.output ? lines(shown.output) : [])];
      return [...(shown.isApart ? [''] : []), ...labelled(shown.who, said, style.strong)];
    }
    case 'markdown':
      return labelled(speaker, markdownLines(shown.text, width - columnAfter(speaker), style), style.quiet);
    case 'folded': {
      const head = folding(shown.head, fold, layout);
      if (fold === 'closed') return [head];
      return [head, ...indent(wrapText(cleanText(shown.text).trim(), width - 4).map(style.quiet), 4)];
    }
    case 'tool':
      return toolLines(shown.item, fold, layout, width);
    case 'failure':
      return wrapText(cleanText(shown.words), width).map(style.fails);
    case 'rule':
      return [lineOf([span(shown.words, style.quiet)], width)];
    case undefined:
      return [];
  }
}

function labelled(label: string, lines: readonly string[], paint: (text: string) => string): string[] {
  const column = columnAfter(label);
  const lead = paint(label) + ' '.repeat(column - textWidth(label));
  return lines.map((line, index) => (index === 0 ? lead : line === '' ? '' : ' '.repeat(column)) + line);
}

/** The column of text after a label; further right after a long one. */
function columnAfter(label: string): number {
  return Math.max(LABEL, textWidth(label) + 2);
}

function folding(words: string, fold: Fold, { style, width }: RowLayout): string {
  return lineOf([span(fold === 'closed' ? '▸ ' : '▾ ', style.quiet), span(words, style.quiet)], width);
}

function indent(lines: readonly string[], by: number): string[] {
  return lines.map((line) => ' '.repeat(by) + line);
}

function endText({ outcome, duration_ms }: Pick<Turn, 'outcome' | 'duration_ms'>): string {
  const time = duration_ms === undefined ? '' : ` · ${durationOf(duration_ms)}`;
  return `${outcome === 'completed' ? 'done' : outcome}${time}`;
}

/** A subagent on one line: its type, last text and number of tool calls. */
function agentLines({ agent, note }: AgentRow, fold: Fold, width: number, style: Style): string[] {
  const { agent_type, state, tool_calls, last_text = '' } = agent;
  const arrow = fold === 'closed' ? '▸ ' : '▾ ';
  const isRunning = state === 'running';
  const [said = ''] = last_text.split('\n');
  const head = splitLine(
    [
      isRunning ? span(`${SHAPES.working} `, style.runs) : span(arrow, style.quiet),
      span(agent_type || 'subagent'),
      span(said && `  ${said}`, style.quiet),
    ],
    [
      span(isRunning ? 'running  ' : '', style.runs),
      span(tool_calls === 1 ? '1 tool' : `${tool_calls} tools`, style.quiet),
    ],
    width,
  );
  if (fold === 'closed' || note === '') return [head];
  const paint = note.startsWith('!') ? style.fails : style.quiet;
  return [head, ...wrapText(cleanText(note), width - 2).map((line) => paint(`  ${line}`))];
}
