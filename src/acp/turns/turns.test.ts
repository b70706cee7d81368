/** When a turn is over for the editor, and what it is told then. */
import { expect, test, vi } from 'vitest';
import { event } from '../../core/event-fixture.ts';
import type { SessionAnswer } from '../../protocol/api.ts';
import type { SessionView } from '../../protocol/session.ts';
import { TurnFollower } from '../../sdk/turn-follower.ts';
import { EditorTurns } from './editor-turns.ts';
import { OpenTurn } from './open-turn.ts';
import { RunningTurn } from './running-turn.ts';
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

test('what is no end but a failure is thrown, in its own words', () => {
  expect(() => stopReasonOf(failed('session_ended'), running)).toThrow('Why.');
});

test('what was heard before the end says why it failed', () => {
  const turn = new OpenTurn(new RunningTurn());
  turn.event(event({ type: 'api_failed', uuid: 'u', error: 'overloaded', message: '' }));
  expect(turn.failure).toBeUndefined();
  turn.event(event({ type: 'api_failed', uuid: 'u', error: 'max_output_tokens', message: '' }));
  expect(turn.failure).toBe('max_tokens');
  turn.event(event({ type: 'row_kept', row_type: 'stream/system/model_refusal_no_fallback', row: {} }));
  expect(turn.failure).toBe('refusal');
});

test('put aside, it is waited for again', async () => {
  const turn = new OpenTurn(new RunningTurn());
  const first = turn.wait();
  turn.putAside();
  expect(await first).toBe('aside');
  const second = turn.wait();
  turn.event(finished('completed'));
  expect(await second).toEqual({ outcome: 'completed' });
  expect(turn.isOver).toBe(true);
});

test("somebody else's turn: over by its end, or when the session is seen twice at the same rest", () => {
  const look = (status: string, seq: number) => ({ status, seq }) as SessionView;
  const turn = new RunningTurn();
  expect(turn.event({ ...finished('completed'), agent_id: 'x' })).toBeUndefined();
  expect(turn.look(look('idle', 5))).toBeUndefined();
  expect(turn.look(look('working', 5))).toBeUndefined();
  expect(turn.look(look('idle', 6))).toBeUndefined();
  expect(turn.look(look('idle', 6))).toEqual({ outcome: 'completed' });
  expect(turn.event(finished('interrupted'))).toEqual({ outcome: 'interrupted' });
});

test('a look from before a message was sent does not end its turn', async () => {
  vi.useFakeTimers();
  const view = { status: 'idle', seq: 7, messages: [], driver: 'stream' } as unknown as SessionAnswer;
  const ending = new AbortController();
  const looks: ((view: SessionAnswer) => void)[] = [];
  const editorTurns = new EditorTurns(() => new Promise((resolve) => looks.push(resolve)), ending.signal);
  const earlier = new OpenTurn({ event: () => undefined, look: () => undefined });
  editorTurns.add(earlier);
  editorTurns.watch(earlier);
  const turn = new OpenTurn(new TurnFollower('message'), 'message');
  turn.look(view);
  editorTurns.add(turn);
  await vi.advanceTimersByTimeAsync(3000);
  // Its message is sent while the hub is looked at.
  editorTurns.watch(turn);
  looks[0]?.(view);
  await vi.advanceTimersByTimeAsync(0);
  expect(turn.isOver).toBe(false);
  ending.abort();
  vi.useRealTimers();
});
