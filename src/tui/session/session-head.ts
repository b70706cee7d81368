/** The head of a session: what it is, what it is at, and what is wrong with it. */
import { limitTrouble } from '../../core/words/limit-words.ts';
import { sessionFacts } from '../../core/words/session-words.ts';
import { projectName } from '../../core/words/shown-path.ts';
import { paintStatus, SHAPES } from '../../core/words/status-shapes.ts';
import { cleanText } from '../../lib/clean-text.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { SessionView } from '../../protocol/session.ts';
import { lineOf, rule, span, splitLine } from '../lines/spans.ts';

interface HeadLayout {
  readonly width: number;
  readonly style: Style;
  /** On a low screen only what it is, what it is at, and the first thing that is wrong. */
  readonly isLow?: boolean;
  readonly now: number;
  /** What the line below the head says. */
  readonly words?: string;
}

export function sessionHead(
  view: SessionView,
  { width, style, now, isLow = false, words = '' }: HeadLayout,
): string[] {
  const { title, status, cwd, cost_usd, tasks } = view;
  const done = tasks.filter(({ state }) => state === 'completed').length;
  const facts = [
    ...sessionFacts(view),
    tasks.length > 0 && `tasks ${done} of ${tasks.length}`,
    cost_usd !== undefined && `$${cost_usd.toFixed(2)}`,
  ];
  const what = splitLine(
    [span(` ${title || projectName(cwd) || 'Session'}`, style.strong)],
    [
      span(
        `${SHAPES[status]} ${status === 'waiting' ? 'waits for you' : status} `,
        paintStatus(status, style),
      ),
    ],
    width,
  );
  const limit = limitTrouble(status === 'ended' ? undefined : view.rate_limit, now);
  const near = limit?.state === 'near' ? [` ${limit.words}`] : [];
  const wrong = troubles(view, limit?.state === 'reached' ? limit.words : undefined).map(
    (trouble) => ` ! ${trouble}`,
  );
  if (isLow) return [what, ...wrong.slice(0, 1).map((line) => lineOf([span(line, style.fails)], width))];
  return [
    what,
    lineOf([span(` ${facts.filter(Boolean).join(' · ')}`, style.quiet)], width),
    ...wrong.flatMap((line) => wrapText(cleanText(line), width).map(style.fails)),
    ...near.flatMap((line) => wrapText(cleanText(line), width).map(style.informs)),
    rule(words, width, words === '' ? style.quiet : style.informs),
  ];
}

/** What is wrong with a session right now, and what to do about it. */
function troubles(view: SessionView, limit: string | undefined): string[] {
  const { conflict, continued_as, retry, last_error, status, warnings, turns } = view;
  return [
    ...(conflict
      ? [
          `Two processes serve this session (${conflict.join(' and ')}). Nothing can be sent until one of them ends.`,
        ]
      : []),
    ...(retry ? [`The API does not answer. Claude tries again, try ${String(retry['attempt'])}.`] : []),
    ...(limit ? [limit] : []),
    ...(continued_as ? [`The conversation goes on as session ${continued_as.slice(0, 8)}.`] : []),
    ...(status === 'ended' && last_error && turns.length === 0 ? [last_error.message] : []),
    ...warnings.slice(-1).map(({ message }) => message),
  ];
}
