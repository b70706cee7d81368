/** Renders a usage report for a terminal: a bar for each day, model or other group, and the total. Pure. */
import { moneyText } from '../../core/usage/money.ts';
import { costText, tokensOf, withoutGaps, writtenTokens } from '../../core/usage/usage-rows.ts';
import { missingHosts } from '../../core/wording/host-words.ts';
import { shortCount } from '../../core/wording/short-count.ts';
import type { UsageReport, UsageRow } from '../../protocol/usage.ts';
import { barOf } from '../terminal/bar.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { plural, shortId, shortModel, shortPath } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { type Cell, type Column, renderTable } from '../terminal/table.ts';

export interface UsageView {
  readonly width: number;
  readonly home?: string | undefined;
  /** The subject of the report, such as `the last 30 days`. */
  readonly period: string;
}

const HEADERS = {
  ...{ day: 'DAY', project: 'FOLDER', model: 'MODEL', session: 'SESSION', tool: 'TOOL', host: 'HOST' },
} as const;

export function renderUsage(report: UsageReport, style: Style, view: UsageView): string {
  const { items, total, group } = report;
  const heading = `${style.strong('Usage')} ${style.quiet(`of ${view.period}, by ${group === 'project' ? 'folder' : group}`)}`;
  if (items.length === 0) return [heading, '', 'No usage.', ...notes(report)].join('\n');
  const rows = group === 'day' ? withoutGaps(items) : items;
  const isDay = group === 'day';
  const weigh = total.cost_usd === undefined ? tokensOf : (row: UsageRow) => row.cost_usd ?? 0;
  const most = Math.max(...rows.map(weigh));
  const barWidth = isDay ? Math.max(6, Math.min(30, view.width - 64)) : BAR_WIDTH;
  const name: Column = { header: HEADERS[group], flexible: !isDay };
  const bar: Column = { header: '' };
  const columns = [...(isDay ? [name, bar] : [bar]), ...NUMBERS, ...(isDay ? [] : [name])];
  const cellsOf = (row: UsageRow): Cell[] => {
    const label: Cell = { text: labelOf(row, report, view.home), ...(isDay && { paint: style.quiet }) };
    const drawn: Cell = {
      text: barOf(weigh(row), most, barWidth).padEnd(isDay ? barWidth : 0),
      paint: style.informs,
    };
    return [...(isDay ? [label, drawn] : [drawn]), ...numbersOf(row, style), ...(isDay ? [] : [label])];
  };
  const table = renderTable(columns, rows.map(cellsOf), { width: view.width, paintHeader: style.quiet });
  return [heading, '', table, '', summary(report, style), ...notes(report).map(style.quiet)].join('\n');
}

/** If names need the space. */
const BAR_WIDTH = 8;

const NUMBERS: readonly Column[] = ['COST', 'INPUT', 'CACHE W', 'CACHE R', 'OUTPUT'].map((header) => ({
  header,
  align: 'right',
}));

function numbersOf(row: Omit<UsageRow, 'key'>, style: Style): Cell[] {
  const isUnknown = row.unknown_models.length > 0;
  return [
    { text: costText(row), ...(isUnknown && { paint: style.waits }) },
    ...[row.input_tokens, writtenTokens(row), row.cache_read_tokens, row.output_tokens].map((count) => ({
      text: short(count),
    })),
  ];
}

function summary({ total }: UsageReport, style: Style): string {
  const compact = (count: number) => short(count) || '0';
  const tokens = `${compact(total.input_tokens)} input, ${compact(writtenTokens(total))} written to the cache, ${compact(total.cache_read_tokens)} read from it, ${compact(total.output_tokens)} output`;
  const agents =
    total.agents_cost_usd === undefined ? '' : `, including ${moneyText(total.agents_cost_usd)} by subagents`;
  const searches =
    total.web_searches > 0 ? `, ${plural(total.web_searches, 'web search', 'web searches')}` : '';
  return [
    `${style.strong('Total')} ${style.strong(costText(total) || '$0.00')}${agents}, ${plural(total.messages, 'message')}${searches}`,
    style.quiet(`${tokens} (tokens)`),
  ].join('\n');
}

function notes({ total, prices_of, is_complete, left_out, hosts_missing }: UsageReport): string[] {
  const unknown = total.unknown_models.map(cleanLine).join(', ');
  return [
    ...(left_out > 0 ? [`${plural(left_out, 'row')} more, counted in the total; --limit shows more.`] : []),
    ...(unknown ? [`The price of ${unknown} is unknown: its tokens are counted, its cost is not.`] : []),
    `API prices of ${prices_of}; subscriptions are billed differently.`,
    ...(is_complete
      ? []
      : ['Transcripts are still being read, so figures may grow. "reins status" shows the progress.']),
    ...[missingHosts(hosts_missing) ?? []].flat(),
  ];
}

function labelOf(
  { key, title, cwd, host }: UsageRow,
  { group }: UsageReport,
  home: string | undefined,
): string {
  const on = host === undefined ? '' : ` (${host})`;
  if (group === 'project') return (shortPath(key, home) || '(no folder)') + on;
  if (group === 'model') return shortModel(key);
  if (group === 'tool') return key || '(answers without a tool)';
  if (group === 'session')
    return [shortId(key), title, cwd && shortPath(cwd, home)].filter(Boolean).join(' ') + on;
  return key;
}

/** Empty for nothing. */
function short(count: number): string {
  return count === 0 ? '' : shortCount(count);
}
