/** One session on one line: its status, title and current activity. */
import { moneyText } from '../../core/usage/money.ts';
import { paintStatus, SHAPES } from '../../core/wording/status-shapes.ts';
import { ageOf } from '../../lib/age-of.ts';
import type { Style } from '../../lib/style.ts';
import type { Session } from '../../protocol/session.ts';
import { span, splitLine } from '../lines/spans.ts';

interface SessionLayout {
  readonly style: Style;
  readonly width: number;
  readonly now: number;
  readonly isFocused?: boolean;
  /** The name of its host, if it has to be shown. */
  readonly host?: string | undefined;
  /** The name of its project, if it has to be shown. */
  readonly project?: string | undefined;
}

/** Narrower lines show only the title. */
const NARROW = 60;
/** Width of the cost column. */
const COST = 9;
/** Width of the age column, with a gap before `59 min`. */
const AGE = 8;

export function sessionLine(session: Session, layout: SessionLayout): string {
  const { style, width, now, isFocused, host, project } = layout;
  const { status, title, last_activity_at, cost_usd, labels = [] } = session;
  const paint = paintStatus(status, style);
  const left = [
    span(`${isFocused ? '>' : ' '} `),
    span(`${SHAPES[status]} `, paint),
    span(title || 'Untitled session', isFocused ? style.strong : undefined),
    ...labels.map((label) => span(` #${label}`, style.quiet)),
  ];
  const about = [host, project, stateText(session)].filter(Boolean).join(' · ');
  const what = width < NARROW ? '' : about;
  const cost = cost_usd === undefined ? '' : moneyText(cost_usd);
  const age = ageOf(last_activity_at, now).padStart(AGE);
  const right = [
    span(cutMiddle(what, Math.floor(width / 3)), paint),
    span(width < NARROW ? '' : cost.padStart(COST), style.quiet),
    span(age, style.quiet),
  ];
  return splitLine(left, right, width);
}

function stateText({ status, open_interactions, git_branch, doing }: Session): string {
  if (status === 'waiting')
    return open_interactions > 1 ? `${open_interactions} waiting for you` : 'waiting for you';
  if (status === 'working' && doing) return doing;
  return [status, git_branch].filter(Boolean).join(' · ');
}

function cutMiddle(words: string, width: number): string {
  const [line = ''] = words.split('\n');
  return line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line;
}
