/** The account's limits in words: the usage of each, and when it resets. */

import { exactTexts } from '../../lib/hidden-characters.ts';
import { isRecord, textOf } from '../../lib/json-values.ts';
import { t } from '../translate.ts';
import { durationOf } from './duration-of.ts';

export interface LimitText {
  /** `5-hour limit` */
  readonly name: string;
  /** `92% used, almost reached, resets in 1 h 20 min` */
  readonly words: string;
  /** In milliseconds. */
  readonly resetsAt?: number;
  /** `near`: almost reached; `reached`: Claude has to wait. */
  readonly state: 'open' | 'near' | 'reached';
}

type Reported = Readonly<Record<string, unknown>>;

const NAMES: Readonly<Record<string, string>> = {
  five_hour: t('5-hour limit'),
  seven_day: t('Weekly limit'),
  seven_day_opus: t('Weekly limit, Opus'),
  seven_day_sonnet: t('Weekly limit, Sonnet'),
  overage: t('Extra usage'),
};
const STATES: Readonly<Record<string, LimitText['state']>> = {
  allowed: 'open',
  allowed_warning: 'near',
  rejected: 'reached',
};
const STATE_TEXT: Readonly<Record<LimitText['state'], string>> = {
  open: '',
  near: t('almost reached'),
  reached: t('reached'),
};
const MINUTE = 60_000;

/** `reported` is Claude Code's `rate_limit_info`: one window, and in newer versions all of them (2.1.325). */
export function limitText(reported: Reported | undefined, now: number): LimitText[] {
  if (!reported) return [];
  const windows = isRecord(reported['unifiedWindows']) ? Object.entries(reported['unifiedWindows']) : [];
  const named = textOf(reported['rateLimitType']);
  const isListed = windows.some(([name]) => name === named);
  const all: [string, unknown][] = isListed ? windows : [[named, reported], ...windows];
  return all.flatMap(([name, one]) => (isRecord(one) ? [wordsOf(name, one, now)] : []));
}

/** A limit that is reached or almost reached, in a sentence; undefined if there is none. */
export function limitTrouble(
  reported: Reported | undefined,
  now: number,
): { readonly words: string; readonly state: LimitText['state'] } | undefined {
  const limits = limitText(reported, now);
  const worst =
    limits.find(({ state }) => state === 'reached') ?? limits.find(({ state }) => state === 'near');
  return (
    worst && { words: t('{limit}: {words}.', { limit: worst.name, words: worst.words }), state: worst.state }
  );
}

function wordsOf(name: string, reported: Reported, now: number): LimitText {
  const resetsAt = momentOf(reported['resetsAt']);
  const label = {
    name: NAMES[name] ?? (name ? t('Limit {name}', { name: name.replaceAll('_', ' ') }) : t('Account limit')),
  };
  // The window is over, and nothing is known about the next one.
  if (resetsAt !== undefined && resetsAt <= now)
    return { ...exactTexts(label), words: t('has reset'), resetsAt, state: 'open' };
  const status = textOf(reported['status']);
  const state = STATES[status] ?? 'open';
  const { utilization } = reported;
  const words = [
    typeof utilization === 'number' && t('{percent}% used', { percent: Math.round(utilization * 100) }),
    status in STATES ? STATE_TEXT[state] : status.replaceAll('_', ' '),
    resetsAt !== undefined &&
      t('resets in {duration}', { duration: durationOf(Math.ceil((resetsAt - now) / MINUTE) * MINUTE) }),
  ];
  return {
    ...exactTexts({ ...label, words: words.filter(Boolean).join(', ') || t('within the limit') }),
    ...(resetsAt !== undefined && { resetsAt }),
    state,
  };
}

/** Claude Code counts in seconds. */
function momentOf(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
