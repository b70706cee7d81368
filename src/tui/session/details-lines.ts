/** The details of a session as lines: background tasks, limits, tasks, files, MCP servers, rules. */
import { splitAddress } from '../../core/session-address.ts';
import { taskText } from '../../core/wording/background-text.ts';
import { limitText } from '../../core/wording/limit-text.ts';
import { noRulesText, ruleGroups, ruleListGaps } from '../../core/wording/permission-rule-text.ts';
import { shortHome, shownPath } from '../../core/wording/shown-path.ts';
import { ageOf } from '../../lib/age-of.ts';
import { cleanText } from '../../lib/clean-text.ts';
import type { Paint, Style } from '../../lib/style.ts';
import { textWidth } from '../../lib/text-width.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { PermissionRuleList } from '../../protocol/permission-rules.ts';
import type { SessionView } from '../../protocol/session.ts';
import { paragraphLines } from '../lines/paragraph-lines.ts';
import { span, splitLine } from '../lines/spans.ts';

interface DetailsLayout {
  readonly width: number;
  readonly style: Style;
  readonly now: number;
}

/** `rules` are those in force, an error, or undefined while loading. */
export function detailsLines(
  view: SessionView,
  rules: PermissionRuleList | string | undefined,
  layout: DetailsLayout,
): string[] {
  const { background_tasks, tasks, files, mcp_servers, cwd } = view;
  const { style, now } = layout;
  const pair = (left: string, right: string, paint?: Paint) => pairLines(left, right, layout, paint);
  const parts: [string, string[]][] = [
    ['Session', [...pair(shortHome(cwd), 'folder'), ...pair(splitAddress(view.session_id).id, 'id')]],
    [
      `Background tasks ${background_tasks.length}`,
      background_tasks
        .map(taskText)
        .flatMap(({ title, about, startedAt }) =>
          pair(title, startedAt ? `${about} · ${ageOf(startedAt, now)}` : about),
        ),
    ],
    [
      'Limits',
      limitText(view.rate_limit, now).flatMap(({ name, words, state }) =>
        pair(name, words, state === 'reached' ? style.fails : style.quiet),
      ),
    ],
    [
      `Tasks ${tasks.filter(({ state }) => state === 'completed').length} of ${tasks.length}`,
      tasks.flatMap(({ subject, state }) => pair(subject, state.replaceAll('_', ' '))),
    ],
    [
      `Files changed ${files.length}`,
      files.flatMap(({ path, lines_added, lines_removed }) =>
        pair(shownPath(path, cwd), `+${lines_added} −${lines_removed}`),
      ),
    ],
    ['MCP servers', mcp_servers.flatMap(({ name, status }) => pair(String(name), String(status ?? '')))],
    ['Permission rules', ruleLines(rules, layout)],
  ];
  return parts.flatMap(([title, lines]) => (lines.length === 0 ? [] : [style.strong(` ${title}`), ...lines]));
}

function ruleLines(rules: PermissionRuleList | string | undefined, layout: DetailsLayout): string[] {
  const { width, style } = layout;
  if (typeof rules !== 'object') return paragraphLines(rules ?? 'Loading…', width, style.quiet, 3);
  const remark = [noRulesText(rules), ruleListGaps(rules)].filter(Boolean).join(' ');
  return [
    ...ruleGroups(rules.items).flatMap((group) => [
      style.informs(`   ${cleanText(group.title)}`),
      ...group.rules.flatMap(({ rule, place }) => pairLines(rule, place, layout)),
    ]),
    ...(remark ? paragraphLines(remark, width, style.quiet, 3) : []),
  ];
}

/** Both on one line if they fit, otherwise on two. Nothing is cut. */
function pairLines(
  left: string,
  right: string,
  { width, style }: DetailsLayout,
  paint: Paint = style.quiet,
): string[] {
  const [first, second] = [cleanText(left), cleanText(right)];
  const isShort = !first.includes('\n') && textWidth(first) + textWidth(second) + 6 <= width;
  if (isShort) return [splitLine([span(`   ${first}`)], [span(`${second} `, paint)], width)];
  return [
    ...wrapText(first, width - 4).map((line) => `   ${line}`),
    ...wrapText(second, width - 6).map((line) => paint(`     ${line}`)),
  ];
}
