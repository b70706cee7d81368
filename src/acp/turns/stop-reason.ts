/** Why a turn ended, in terms of the protocol; throws if it failed. */
import { RequestError, type StopReason } from '@agentclientprotocol/sdk';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { TurnResult } from '../../sdk/wait-for-turn.ts';

/** How a turn ended. */
export type TurnEnd = Pick<TurnResult, 'outcome' | 'error'>;

const INTERNAL = -32603;

/** Codes of Claude Code or the hub. */
const REASONS: Readonly<Record<string, StopReason>> = {
  error_max_turns: 'max_turn_requests',
  error_max_budget_usd: 'max_turn_requests',
  message_removed: 'cancelled',
};

/**
 * The reason for an upcoming failure, from an event: Claude Code reports both of these as an API error when
 * it ends the turn (seen in 2.1.325).
 */
export function failureIn(event: ReinsEvent): StopReason | undefined {
  if (event.agent_id !== undefined) return undefined;
  if (event.type === 'api_failed' && event.error === 'max_output_tokens') return 'max_tokens';
  const isRefusal = event.type === 'row_kept' && event.row_type.endsWith('system/model_refusal_no_fallback');
  return isRefusal ? 'refusal' : undefined;
}

/** Throws a RequestError with the message of Claude Code or the hub. */
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
