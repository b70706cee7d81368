/** What Claude Code can do only without a terminal: an order that asks for it is refused, not half obeyed. */
import { ReinsError } from '../../protocol/errors.ts';
import type { RunOrder } from '../driver.ts';

export function refuseForTerminal({ persist, jsonSchema, maxTurns, maxBudgetUsd }: RunOrder): void {
  const asked = [
    ['persist: false', !persist],
    ['json_schema', jsonSchema !== undefined],
    ['max_turns', maxTurns !== undefined],
    ['max_budget_usd', maxBudgetUsd !== undefined],
  ] as const;
  const refused = asked.filter(([, isAsked]) => isAsked).map(([name]) => name);
  if (refused.length === 0) return;
  throw new ReinsError(
    'invalid_request',
    `Claude Code has no ${refused.join(', ')} in a terminal. Leave it out, or start the session with the stream driver.`,
    { refused },
  );
}
