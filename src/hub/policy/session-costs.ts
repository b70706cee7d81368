/**
 * The cost of sessions and days, as far as Claude Code has reported it by a given moment: at the end of a turn, in terminals
 * only at the end of the session. Reads the log and caches the result.
 */
import type { Moment } from '../../core/policy/pending-interaction.ts';
import type { LogReader } from '../../store/log-reader.ts';

type CostReader = Pick<LogReader, 'eventsOfTypes' | 'sessionsActiveSince'>;

/** A reported total, or the end of a turn, whose cost may be unreported. */
interface Point {
  readonly at: number;
  readonly total?: number;
}

export class SessionCosts {
  readonly #reader: CostReader;
  readonly #points = new Map<string, readonly Point[]>();

  constructor(reader: CostReader) {
    this.#reader = reader;
  }

  /** The cached entries of the session are no longer complete. */
  forget(sessionId: string): void {
    this.#points.delete(sessionId);
  }

  costs(sessionId: string, now: Date): Pick<Moment, 'sessionCostUsd' | 'dayCostUsd' | 'dayCostAtLeastUsd'> {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
    const sessions = this.#reader.sessionsActiveSince(midnight);
    const spent = sessions.map((id) => this.#spent(id, midnight, now.getTime()));
    const known = spent.reduce((sum, usd) => sum + usd, 0);
    const isWhole = sessions.every((id) => this.#reportedCost(id, now.getTime()) !== undefined);
    return {
      sessionCostUsd: this.#reportedCost(sessionId, now.getTime()),
      dayCostUsd: isWhole ? known : undefined,
      dayCostAtLeastUsd: known,
    };
  }

  /** Undefined if turns have ended without a report. */
  #reportedCost(sessionId: string, until: number): number | undefined {
    const past = this.#pointsOf(sessionId).filter(({ at }) => at <= until);
    return past.findLast(({ total }) => total !== undefined)?.total ?? (past.length === 0 ? 0 : undefined);
  }

  /** The growth of the total; one that starts again counts in full. */
  #spent(sessionId: string, from: number, until: number): number {
    let before = 0;
    let spent = 0;
    for (const { at, total } of this.#pointsOf(sessionId)) {
      if (total === undefined || at > until) continue;
      if (at >= from) spent += total >= before ? total - before : total;
      before = total;
    }
    return spent;
  }

  #pointsOf(sessionId: string): readonly Point[] {
    let points = this.#points.get(sessionId);
    if (!points) {
      points = this.#reader
        .eventsOfTypes(sessionId, ['cost_counted', 'turn_finished'])
        .filter(({ agent_id }) => agent_id === undefined)
        .map((event) => ({
          at: Date.parse(event.at),
          ...(event.type === 'cost_counted' && { total: event.total_usd }),
        }));
      this.#points.set(sessionId, points);
    }
    return points;
  }
}
