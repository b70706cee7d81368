/** When a turn is over for the editor, and with which result. */
import { expect, test } from 'vitest';
import { event } from '../../core/event-fixture.ts';
import { OpenTurn } from './open-turn.ts';
import { endOfRunningTurn } from './running-turn.ts';
import { stopReasonOf } from './stop-reason.ts';

const finished = (outcome: 'completed' | 'interrupted') =>
  event({ type: 'turn_finished', prompt_id: 'p', outcome });
const failed = (code: string) => ({ outcome: 'failed', error: { code, message: 'Why.' } }) as const;
const running = { isCancelled: false };

test.each([
  [{ outcome: 'completed' } as const, running, 'end_turn'],
  [{ outcome: 'interrupted' } as const, running, 'cancelled'],
  [{ outcome: 'completed' } as const, { isCancelled: true }, 'cancelled'],
  [failed('error_max_turns'), running, 'max_turn_requests'],
  [failed('error_max_budget_usd'), running, 'max_turn_requests'],
  [failed('message_removed'), running, 'cancelled'],
  [failed('api_error'), { isCancelled: false, failure: 'refusal' } as const, 'refusal'],
])('%j with %j is %s', (verdict, turn, reason) => {
  expect(stopReasonOf(verdict, turn)).toBe(reason);
});

test('throws a failure with its own message', () => {
  expect(() => stopReasonOf(failed('session_ended'), running)).toThrow('Why.');
});

test('events before the end explain the failure', () => {
  const turn = new OpenTurn(endOfRunningTurn);
  turn.event(event({ type: 'api_failed', uuid: 'u', error: 'overloaded', message: '' }));
  expect(turn.failure).toBeUndefined();
  turn.event(event({ type: 'api_failed', uuid: 'u', error: 'max_output_tokens', message: '' }));
  expect(turn.failure).toBe('max_tokens');
  turn.event(event({ type: 'row_kept', row_type: 'stream/system/model_refusal_no_fallback', row: {} }));
  expect(turn.failure).toBe('refusal');
});

test('a turn that was put aside can be awaited again', async () => {
  const turn = new OpenTurn(endOfRunningTurn);
  const first = turn.wait();
  turn.putAside();
  expect(await first).toBe('aside');
  const second = turn.wait();
  turn.event(finished('completed'));
  expect(await second).toEqual({ outcome: 'completed' });
  expect(turn.isOver).toBe(true);
});

test("someone else's turn: over when it ends, or with its process", () => {
  expect(endOfRunningTurn({ ...finished('completed'), agent_id: 'x' })).toBeUndefined();
  expect(endOfRunningTurn(finished('interrupted'))).toEqual({ outcome: 'interrupted' });
  const gone = event({ type: 'run_ended', pid: 1, start_mark: '', reason: 'exited' });
  expect(endOfRunningTurn(gone)).toEqual({ outcome: 'interrupted' });
});
