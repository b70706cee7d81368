/**
 * Answers count exactly once. An interaction is closed by one compare-and-set in the log, before the decision is handed
 * over; whoever comes second is told who was first. A decision that could not be handed over opens it again.
 */
import type { Draft } from '../core/draft.ts';
import { uuidFrom } from '../lib/uuid-from.ts';
import type { Decision } from '../protocol/answers.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { EventBody } from '../protocol/events.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import { closingKey } from './closing-key.ts';
import { readAnswer } from './read-answer.ts';
import type { Route } from './route.ts';

/** How long an answer waits for proof that it was the one that counted. */
const PROOF_MS = 2000;

/** Who answers, and what a repeated call is known by. */
export interface Answerer {
  readonly by: Answer['by'];
  readonly key?: string | undefined;
  /** Throws when this decision is not theirs to make. */
  readonly authorize: (decision: Decision) => void;
}

export interface BrokerOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: Pick<LogReader, 'interaction'>;
  /** In the order in which they are tried. */
  readonly routes: readonly Route[];
}

export class Broker {
  readonly #options: BrokerOptions;

  constructor(options: BrokerOptions) {
    this.#options = options;
  }

  /**
   * Resolves with the closed interaction once the answer is handed over, proven or not.
   * Throws `interaction_closed` with who was first, `no_route`, `invalid_request`.
   */
  async answer(interactionId: string, body: unknown, answerer: Answerer): Promise<Interaction> {
    const repeated = this.#answeredBefore(interactionId, answerer);
    if (repeated) return repeated;
    const interaction = this.#requireOpen(interactionId);
    const decision = readAnswer(interaction, body);
    answerer.authorize(decision);
    const tried: string[] = [];
    for (const route of this.#options.routes) {
      if (!route.isOpen(interaction)) continue;
      const refusal = route.refusal(interaction, decision);
      if (refusal !== undefined) {
        tried.push(refusal);
        continue;
      }
      const sent = await this.#sendBy(route, interactionId, decision, answerer);
      if (sent) return sent;
      tried.push(`the ${route.name} that waited for it is gone`);
    }
    throw new ReinsError(
      'no_route',
      `Nothing can carry this answer to Claude${tried.length > 0 ? ` (${tried.join('; ')})` : ''}. Answer in the terminal of the session.`,
      { tried },
    );
  }

  #answeredBefore(interactionId: string, { by, key }: Answerer): Interaction | undefined {
    if (key === undefined) return undefined;
    const interaction = this.#options.reader.interaction(interactionId);
    return interaction?.answer?.['key'] === keyOf(by, key) ? interaction : undefined;
  }

  /** Undefined when the way was closed after all; then the interaction is open again. */
  async #sendBy(
    route: Route,
    interactionId: string,
    decision: Decision,
    { by, key }: Answerer,
  ): Promise<Interaction | undefined> {
    const { kind: _, ...decided } = decision;
    const answer: Answer = {
      by,
      at: new Date().toISOString(),
      route: route.name,
      applied: 'sent',
      ...(key !== undefined && { key: keyOf(by, key) }),
      ...decided,
    };
    // From here to the append nothing else runs: of two answers the second finds it closed.
    const interaction = this.#requireOpen(interactionId);
    this.#note(interaction, {
      type: 'interaction_closed',
      state: 'answered',
      answer,
      interaction_id: interactionId,
    });
    const sent = await route.send(interaction, decision).catch(() => false as const);
    if (sent === true) return this.#proven(interactionId);
    const reason =
      sent === 'stale' ? 'Claude Code no longer waits for it' : `the ${route.name} route is closed`;
    this.#note(interaction, { type: 'interaction_reopened', interaction_id: interactionId, reason });
    if (sent !== 'stale') return undefined;
    return this.#told(await this.#until(interactionId, ({ state }) => state !== 'open'));
  }

  /** Waits a moment for proof; an answer that turns out to be second is refused like any other. */
  async #proven(interactionId: string): Promise<Interaction> {
    const settled = await this.#until(interactionId, ({ answer }) => answer?.applied !== 'sent');
    return settled.answer?.applied === 'superseded' ? this.#told(settled) : settled;
  }

  #told(interaction: Interaction): never {
    throw closedAlready(interaction);
  }

  #until(interactionId: string, fits: (interaction: Interaction) => boolean): Promise<Interaction> {
    const now = () => this.#options.reader.interaction(interactionId) as Interaction;
    if (fits(now())) return Promise.resolve(now());
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(deadline);
        stop();
        resolve(now());
      };
      const deadline = setTimeout(finish, PROOF_MS);
      const stop = this.#options.log.onCommit((events) => {
        const isNews = events.some(
          ({ event }) => 'interaction_id' in event && event.interaction_id === interactionId,
        );
        if (isNews && fits(now())) finish();
      });
    });
  }

  #requireOpen(interactionId: string): Interaction {
    const interaction = this.#options.reader.interaction(interactionId);
    if (!interaction) {
      throw new ReinsError('interaction_not_found', `There is no interaction ${interactionId}.`);
    }
    if (interaction.state !== 'open') throw closedAlready(interaction);
    return interaction;
  }

  #note(interaction: Interaction, fact: EventBody): void {
    const { session_id: sessionId, agent_id } = interaction;
    const draft = {
      ...fact,
      source: 'driver',
      at: Date.now(),
      ...(fact.type === 'interaction_closed' && { key: closingKey(interaction) }),
      ...(agent_id && { agent_id }),
    } as Draft;
    this.#options.log.append([{ sessionId, drafts: [draft] }]);
  }
}

/** Two callers may choose the same key; and what a caller chose is nobody else's business. */
function keyOf(by: Answer['by'], key: string): string {
  return uuidFrom(by.type, by.name, key);
}

function closedAlready({ id, state, answer, closed_at }: Interaction): ReinsError {
  const who = answer
    ? `answered by ${answer.by.name}`
    : state === 'open'
      ? 'no longer waited for'
      : 'withdrawn by Claude';
  return new ReinsError('interaction_closed', `This was ${who}.`, {
    interaction_id: id,
    state,
    ...(closed_at && { closed_at }),
    ...(answer && { answer }),
  });
}
