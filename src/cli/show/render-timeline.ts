/** Renders a timeline for a terminal: a few bars for the whole, then the longest waits, tools, and turns. Pure. */
import type { Timeline, TimelineTurn, WaitKind } from '../../protocol/timeline.ts';
import { barOf } from '../terminal/bar.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { costOf, durationOf, plural, shortId, shortModel, shortPath } from '../terminal/format.ts';
import { SHAPES, type Style } from '../terminal/style.ts';
import { type Cell, renderTable } from '../terminal/table.ts';

export interface TimelineView {
  readonly width: number;
  readonly home?: string | undefined;
  /** How many recent turns to show. */
  readonly turns?: number;
}

const TURNS_SHOWN = 20;
const WAITS_SHOWN = 5;
const TOOLS_SHOWN = 6;
const WHO: Readonly<Record<WaitKind, string>> = { api: 'Claude', tool: 'tool', person: 'you' };

export function renderTimeline(timeline: Timeline, style: Style, view: TimelineView): string {
  const { totals, turns } = timeline;
  if (totals.turns === 0) return `${head(timeline, style, view)}\n\nNothing has happened in it yet.`;
  const shown = turns.slice(-(view.turns ?? TURNS_SHOWN));
  const left = totals.turns - shown.length;
  const title = left > 0 ? `Turns (last ${shown.length} of ${totals.turns}; more with --turns)` : 'Turns';
  const sections = [
    head(timeline, style, view),
    shares(timeline, style, view.width),
    section('Longest waits', waits(timeline, style, view.width), style),
    section('Tools', tools(timeline, style, view.width), style),
    section(title, turnTable(shown, style, view.width), style),
  ];
  return sections.filter(Boolean).join('\n\n');
}

function head({ session, totals }: Timeline, style: Style, { home }: TimelineView): string {
  const status = `${SHAPES[session.status]} ${session.status}`;
  const about = [status, shortId(session.session_id), shortModel(session.model), costOf(session.cost_usd)];
  const where = [shortPath(session.cwd, home), session.git_branch];
  const when = `started ${localMoment(session.started_at)}, ${plural(totals.turns, 'turn')}, ${plural(totals.tool_calls, 'tool call')}${totals.tool_failures > 0 ? ` (${totals.tool_failures} failed)` : ''}`;
  return [
    style.strong(cleanLine(session.title) || 'Untitled session'),
    style.quiet(cleanLine([...about, ...where].filter(Boolean).join(' · '))),
    style.quiet(when),
  ].join('\n');
}

/** Bars for what took the time within turns; the time between turns is given as text. */
function shares({ totals }: Timeline, style: Style, width: number): string {
  const rows = [
    ['Claude', totals.api_ms, style.informs],
    ['tools', totals.tool_ms, style.runs],
    ['waiting for you', totals.person_ms, style.waits],
  ] as const;
  const room = Math.max(10, Math.min(40, width - 42));
  const lines = rows.map(([name, ms, paint]) => {
    const bar = barOf(ms, totals.duration_ms, room);
    const share = totals.duration_ms > 0 ? `${Math.round((ms / totals.duration_ms) * 100)}%` : '';
    return `  ${name.padEnd(15)}  ${paint(bar)}${' '.repeat(room - bar.length)}  ${durationOf(ms).padStart(12)}  ${share.padStart(4)}`.trimEnd();
  });
  const between = totals.between_ms > 0 ? `, and ${durationOf(totals.between_ms)} between turns` : '';
  return [
    `${style.strong('Time')} ${style.quiet(`${durationOf(totals.duration_ms)} at work${between}`)}`,
    ...lines,
  ].join('\n');
}

function section(title: string, table: string, style: Style): string {
  return table === '' ? '' : `${style.strong(title)}\n${table.replace(/^/gm, '  ')}`;
}

function waits({ waits: longest }: Timeline, style: Style, width: number): string {
  const paints = { api: style.informs, tool: style.runs, person: style.waits };
  const rows = longest
    .slice(0, WAITS_SHOWN)
    .map(({ kind, at, duration_ms, what }): Cell[] => [
      { text: shortMoment(at), paint: style.quiet },
      { text: WHO[kind], paint: paints[kind] },
      { text: durationOf(duration_ms) },
      { text: kind === 'api' ? `until ${what}` : what },
    ]);
  return table(['WHEN', 'FOR', 'TIME', 'WHAT'], rows, style, width);
}

function tools({ tools: all }: Timeline, style: Style, width: number): string {
  const rows = all
    .slice(0, TOOLS_SHOWN)
    .map(({ name, calls, failures, total_ms, longest_ms }): Cell[] => [
      { text: plural(calls, 'call') },
      { text: failures > 0 ? `${failures} failed` : '', paint: style.fails },
      { text: durationOf(total_ms) },
      { text: calls > 1 ? durationOf(longest_ms) : '', paint: style.quiet },
      { text: name },
    ]);
  return table(['CALLS', 'FAILED', 'TIME', 'LONGEST', 'TOOL'], rows, style, width);
}

function turnTable(turns: readonly TimelineTurn[], style: Style, width: number): string {
  const longest = Math.max(...turns.map(({ duration_ms }) => duration_ms));
  const rows = turns.map((turn): Cell[] => [
    { text: shortMoment(turn.at), paint: style.quiet },
    { text: durationOf(turn.duration_ms) },
    { text: barOf(turn.duration_ms, longest, 8), paint: style.informs },
    { text: turn.tool_calls > 0 ? String(turn.tool_calls) : '' },
    {
      text: `${outcomeOf(turn)}${turn.prompt || '-'}`,
      ...(turn.outcome === 'failed' && { paint: style.fails }),
    },
  ]);
  return table(['WHEN', 'TIME', '', 'TOOLS', 'PROMPT'], rows, style, width);
}

/** The default outcome, completed, is not shown. */
function outcomeOf({ outcome }: TimelineTurn): string {
  return outcome === 'completed' || outcome === undefined ? '' : `(${outcome}) `;
}

function table(headers: readonly string[], rows: readonly Cell[][], style: Style, width: number): string {
  if (rows.length === 0) return '';
  const kept = headers.map((_, index) => rows.some((row) => (row[index]?.text ?? '') !== ''));
  const columns = headers.map((header, index) => ({
    header,
    flexible: index === headers.length - 1,
    ...(['TIME', 'LONGEST', 'TOOLS', 'CALLS'].includes(header) && { align: 'right' as const }),
  }));
  return renderTable(
    columns.filter((_, index) => kept[index]),
    rows.map((row) => row.filter((_, index) => kept[index])),
    { width: width - 2, paintHeader: style.quiet },
  );
}

function shortMoment(at: string): string {
  return localMoment(at).slice('2026-'.length);
}

/** In the viewer's time zone. */
function localMoment(at: string): string {
  const moment = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}
