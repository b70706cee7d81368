/** The header of a session: title, status, facts and problems. */
import { moneyText } from '../../core/usage/money.ts';
import { hostTrouble } from '../../core/wording/host-words.ts';
import { limitTrouble } from '../../core/wording/limit-text.ts';
import { sessionFacts } from '../../core/wording/session-text.ts';
import { projectName } from '../../core/wording/shown-path.ts';
import { paintStatus, SHAPES } from '../../core/wording/status-shapes.ts';
import { ageOf } from '../../lib/age-of.ts';
import { cleanText } from '../../lib/clean-text.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { SessionView } from '../../protocol/session.ts';
import type { Hosts } from '../../sdk/hosts.ts';
import { lineOf, rule, span, splitLine } from '../lines/spans.ts';

interface HeadLayout {
  readonly width: number;
  readonly style: Style;
  /** A low screen shows only the title, the status and the first problem. */
  readonly isLow?: boolean;
  readonly now: number;
  readonly hosts: Hosts;
  /** The line below the header. */
  readonly words?: string;
}

export function sessionHead(
  view: SessionView,
  { width, style, now, hosts, isLow = false, words = '' }: HeadLayout,
): string[] {
  const { title, status, cwd, cost_usd, tasks } = view;
  const done = tasks.filter(({ state }) => state === 'completed').length;
  const facts = [
    hosts.nameOf(view),
    ...sessionFacts(view),
    tasks.length > 0 && `tasks ${done} of ${tasks.length}`,
    cost_usd !== undefined && moneyText(cost_usd),
  ];
  const what = splitLine(
    [span(` ${title || projectName(cwd) || 'Session'}`, style.strong)],
    [
      span(
        `${SHAPES[status]} ${status === 'waiting' ? 'waiting for you' : status} `,
        paintStatus(status, style),
      ),
    ],
    width,
  );
  const limit = limitTrouble(status === 'ended' ? undefined : view.rate_limit, now);
  const near = limit?.state === 'near' ? [` ${limit.words}`] : [];
  const offline = hostTrouble(view.host, hosts.stateOf(view), (at) => ageOf(at, now));
  const wrong = [
    ...[offline ?? []].flat(),
    ...troubles(view, limit?.state === 'reached' ? limit.words : undefined),
  ].map((trouble) => ` ! ${trouble}`);
  if (isLow) return [what, ...wrong.slice(0, 1).map((line) => lineOf([span(line, style.fails)], width))];
  return [
    what,
    lineOf([span(` ${facts.filter(Boolean).join(' · ')}`, style.quiet)], width),
    ...wrong.flatMap((line) => wrapText(cleanText(line), width).map(style.fails)),
    ...near.flatMap((line) => wrapText(cleanText(line), width).map(style.informs)),
    rule(words, width, words === '' ? style.quiet : style.informs),
  ];
}

/** Current problems of a session, and what to do about them. */
function troubles(view: SessionView, limit: string | undefined): string[] {
  const { conflict, continued_as, retry, last_error, status, warnings, turns } = view;
  return [
    ...(conflict
      ? [`Two processes run this session (${conflict.join(' and ')}). To send prompts, end one of them.`]
      : []),
    ...(retry ? [`The API is not responding. Claude is retrying, attempt ${String(retry['attempt'])}.`] : []),
    ...(limit ? [limit] : []),
    ...(continued_as ? [`The conversation continues in session ${continued_as.slice(0, 8)}.`] : []),
    ...(status === 'ended' && last_error && turns.length === 0 ? [last_error.message] : []),
    ...warnings.slice(-1).map(({ message }) => message),
  ];
}
