/** Why a turn ended, in the words of the protocol; what is no end of a turn but a failure is thrown. */
import { RequestError, type StopReason } from '@agentclientprotocol/sdk';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { TurnResult } from '../../sdk/wait-for-turn.ts';

/** How a turn ended. */
export type TurnEnd = Pick<TurnResult, 'outcome' | 'error'>;

const INTERNAL = -32603;

/** Codes are Claude Code's own, or the hub's. */
const REASONS: Readonly<Record<string, StopReason>> = {
  error_max_turns: 'max_turn_requests',
  error_max_budget_usd: 'max_turn_requests',
  message_removed: 'cancelled',
};

/**
 * What an event says about why the turn will fail: Claude Code calls both of these an error of the API when it ends the
 * turn (seen in 2.1.325).
 */
export function failureIn(event: ReinsEvent): StopReason | undefined {
  if (event.agent_id !== undefined) return undefined;
  if (event.type === 'api_failed' && event.error === 'max_output_tokens') return 'max_tokens';
  const isRefusal = event.type === 'row_kept' && event.row_type.endsWith('system/model_refusal_no_fallback');
  return isRefusal ? 'refusal' : undefined;
}

/** Throws a RequestError with the words of Claude Code or of the hub. */
export function stopReasonOf(
  { outcome, error }: TurnEnd,
  { isCancelled, failure }: { readonly isCancelled: boolean; readonly failure?: StopReason | undefined },
): StopReason {
  if (isCancelled || outcome === 'interrupted') return 'cancelled';
  if (outcome === 'completed' || !error) return 'end_turn';
  const reason = REASONS[error.code] ?? failure;
  if (reason) return reason;
  throw new RequestError(INTERNAL, error.message, { code: error.code });
}
