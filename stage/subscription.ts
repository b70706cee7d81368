/** A stage with a subscription: only then does Claude Code report the account's limits (2.1.325). */

/** For the environment of a `claude`: only the stage accepts its token. */
export const SUBSCRIBED = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'staged' } as const;

/** The headers of a response that report how much of the five hours and of the week is used, from 0 to 1. */
export function limitHeaders(fiveHours: number, week: number, resetsAt: number): Record<string, string> {
  const of = (name: string) => `anthropic-ratelimit-unified-${name}`;
  const reset = String(Math.floor(resetsAt / 1000));
  const status = (used: number) => (used >= 1 ? 'rejected' : used >= 0.9 ? 'allowed_warning' : 'allowed');
  const window = (name: string, used: number) => ({
    [of(`${name}-utilization`)]: String(used),
    [of(`${name}-reset`)]: reset,
    [of(`${name}-status`)]: status(used),
    ...(status(used) === 'allowed_warning' && { [of(`${name}-surpassed-threshold`)]: '0.9' }),
  });
  return {
    ...{ [of('status')]: status(fiveHours), [of('reset')]: reset },
    [of('representative-claim')]: 'five_hour',
    ...window('5h', fiveHours),
    ...window('7d', week),
  };
}
