/** The life of a subagent on one line: what it is, what it said last, how much it has done. */
import { SHAPES } from '../../core/words/status-shapes.ts';
import { cleanText } from '../../lib/clean-text.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import { span, splitLine } from '../lines/spans.ts';
import type { Fold } from './fold.ts';
import type { AgentRow } from './pane-rows.ts';

export function agentLines({ agent, note }: AgentRow, fold: Fold, width: number, style: Style): string[] {
  const { agent_type, state, tool_calls, last_text = '' } = agent;
  const arrow = fold === 'closed' ? '▸ ' : '▾ ';
  const isRunning = state === 'running';
  const [said = ''] = last_text.split('\n');
  const head = splitLine(
    [
      isRunning ? span(`${SHAPES.working} `, style.runs) : span(arrow, style.quiet),
      span(agent_type || 'helper'),
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
