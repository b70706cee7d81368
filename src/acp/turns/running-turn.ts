/** The turn that runs, whoever began it: over when Claude is done with it, or the session rests. */
import type { ReinsEvent } from '../../protocol/events.ts';
import type { SessionView } from '../../protocol/session.ts';
import type { Verdict } from '../../sdk/turn-follower.ts';
import type { TurnEnding } from './open-turn.ts';

export class RunningTurn implements TurnEnding {
  /** The seq at which the session was seen at rest. */
  #restedAt: number | undefined;

  event(event: ReinsEvent): Verdict | undefined {
    if (event.agent_id !== undefined) return undefined;
    if (event.type !== 'turn_reported' && event.type !== 'turn_finished') return undefined;
    return { outcome: event.outcome };
  }

  /** Two looks in a row at the same rest decide what no event has told. */
  look({ status, seq }: SessionView): Verdict | undefined {
    const wasAtRest = this.#restedAt === seq;
    this.#restedAt = status === 'idle' || status === 'ended' ? seq : undefined;
    return wasAtRest && this.#restedAt === seq ? { outcome: 'completed' } : undefined;
  }
}
