/**
 * Answers count exactly once. An interaction is closed by one compare-and-set in the log, before the decision is handed
 * over; whoever comes second is told who was first. A decision that could not be handed over opens it again.
 */
import { closingKey } from '../core/closing-key.ts';
import type { Draft } from '../core/draft.ts';
import type { Clock } from '../lib/clock.ts';
import { uuidFrom } from '../lib/uuid-from.ts';
import type { Decision } from '../protocol/answers.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { EventBody } from '../protocol/events.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import { AnswerRepeater } from './answer-repeater.ts';
import { readAnswer } from './read-answer.ts';
import type { Route } from './routes/route.ts';

/** How long an answer waits for proof that it was the one that counted. */
const PROOF_MS = 2000;

/** Who answers, and what a repeated call is known by. */
export interface Answerer {
  readonly by: Answer['by'];
  readonly key?: string | undefined;
  /** Throws when this decision is not theirs to make. */
  readonly authorize: (decision: Decision, interaction: Interaction) => void;
}

export interface BrokerOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: Pick<LogReader, 'interaction'>;
  /** In the order in which they are tried. */
  readonly routes: readonly Route[];
  readonly now: Clock;
}

export class Broker {
  readonly #options: BrokerOptions;
  /** Answers with a key that are under way: the same one again shares their fate. */
  readonly #underWay = new Map<string, Promise<Interaction>>();
  readonly #repeater: AnswerRepeater;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#repeater = new AnswerRepeater((id) => options.reader.interaction(id));
  }

  /** Says again what an earlier hub may not have got across before it ended. */
  resume(interactions: readonly Interaction[]): void {
    for (const interaction of interactions) {
      const route = this.#options.routes.find(({ name }) => name === interaction.answer?.route);
      // A hook that was not answered comes again by itself.
      if (route?.isRepeatable) void this.#repeater.repeat(route, interaction);
    }
  }

  /**
   * Resolves with the closed interaction once the answer is handed over, proven or not.
   * Throws `interaction_closed` with who was first, `no_route`, `invalid_request`.
   */
  async answer(interactionId: string, body: unknown, answerer: Answerer): Promise<Interaction> {
    if (answerer.key === undefined) return this.#decide(interactionId, body, answerer);
    const name = `${interactionId} ${keyOf(answerer.by, answerer.key)}`;
    const underWay = this.#underWay.get(name);
    if (underWay) return underWay;
    const deciding = this.#decide(interactionId, body, answerer).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, deciding);
    return deciding;
  }

  close(): void {
    this.#repeater.close();
  }

  async #decide(interactionId: string, body: unknown, answerer: Answerer): Promise<Interaction> {
    const isTaken = () => this.#isOnItsWay(this.#options.reader.interaction(interactionId));
    // Whoever comes second learns who counted, not who was quicker to say so; and it may be open again by then.
    while (isTaken()) await this.#settled(interactionId);
    if (this.#hasAnswered(interactionId, answerer)) return this.#proven(interactionId);
    const interaction = this.#requireOpen(interactionId);
    const decision = readAnswer(interaction, body);
    answerer.authorize(decision, interaction);
    const tried: string[] = [];
    for (const route of this.#options.routes) {
      if (!route.isOpen(interaction)) continue;
      const refusal = await this.#refusalOf(route, interaction, decision);
      if (refusal !== undefined) {
        tried.push(refusal);
        continue;
      }
      // Somebody else may have been quicker meanwhile.
      while (isTaken()) await this.#settled(interactionId);
      const sent = await this.#sendBy(route, interactionId, decision, answerer);
      if (typeof sent !== 'string') return sent;
      tried.push(sent);
    }
    throw new ReinsError(
      'no_route',
      `Nothing can carry this answer to Claude${tried.length > 0 ? ` (${tried.join('; ')})` : ''}. Answer in the terminal of the session.`,
      { tried },
    );
  }

  /** A way that cannot even be looked at is closed. */
  async #refusalOf(route: Route, interaction: Interaction, decision: Decision): Promise<string | undefined> {
    try {
      return await route.refusal(interaction, decision);
    } catch (error) {
      if (error instanceof ReinsError) return error.message;
      throw error;
    }
  }

  #hasAnswered(interactionId: string, { by, key }: Answerer): boolean {
    const interaction = this.#options.reader.interaction(interactionId);
    return key !== undefined && interaction?.answer?.['key'] === keyOf(by, key);
  }

  /** A reason when the way was closed after all; then the interaction is open again. */
  async #sendBy(
    route: Route,
    interactionId: string,
    decision: Decision,
    { by, key }: Answerer,
  ): Promise<Interaction | string> {
    const { kind: _, ...decided } = decision;
    const answer: Answer = {
      by,
      at: new Date(this.#options.now()).toISOString(),
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
    const sent = await route.send(interaction, decision).catch((error: unknown) => error as Error);
    if (sent === 'unsure' && route.isRepeatable) void this.#repeater.repeat(route, interaction);
    if (sent === true || sent === 'unsure') return this.#proven(interactionId);
    const reason = whyNot(route, sent);
    const routes = interaction.routes.filter((name) => name !== route.name);
    this.#note(interaction, { type: 'interaction_reopened', interaction_id: interactionId, reason, routes });
    if (sent !== 'stale') return reason;
    await this.#until(interactionId, (now) => now?.state !== 'open');
    throw closedAlready(this.#require(interactionId));
  }

  /** Waits a moment for proof; an answer that turns out to be second is refused like any other. */
  async #proven(interactionId: string): Promise<Interaction> {
    await this.#settled(interactionId);
    const settled = this.#require(interactionId);
    const { applied } = settled.answer ?? {};
    if (settled.state !== 'answered' || applied === 'superseded') throw closedAlready(settled);
    return settled;
  }

  #settled(interactionId: string): Promise<void> {
    return this.#until(interactionId, (now) => !this.#isOnItsWay(now));
  }

  #until(interactionId: string, fits: (now: Interaction | undefined) => boolean): Promise<void> {
    const now = () => this.#options.reader.interaction(interactionId);
    const found = now();
    if (fits(found)) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(deadline);
        stop();
        resolve();
      };
      const deadline = setTimeout(finish, found?.closed_at ? this.#proofLeft(found.closed_at) : PROOF_MS);
      const stop = this.#options.log.onCommit((events) => {
        const isNews = events.some(
          ({ event }) => 'interaction_id' in event && event.interaction_id === interactionId,
        );
        if (isNews && fits(now())) finish();
      });
    });
  }

  #require(interactionId: string): Interaction {
    const interaction = this.#options.reader.interaction(interactionId);
    if (interaction) return interaction;
    throw new ReinsError('interaction_not_found', `There is no interaction ${interactionId}.`);
  }

  #requireOpen(interactionId: string): Interaction {
    const interaction = this.#require(interactionId);
    if (interaction.state !== 'open') throw closedAlready(interaction);
    return interaction;
  }

  #note(interaction: Interaction, fact: EventBody): void {
    const { session_id: sessionId, agent_id } = interaction;
    const draft = {
      ...fact,
      source: 'driver',
      at: this.#options.now(),
      ...(fact.type === 'interaction_closed' && { key: closingKey(interaction) }),
      ...(agent_id && { agent_id }),
    } as Draft;
    this.#options.log.append([{ sessionId, drafts: [draft] }]);
  }

  /** Whether proof may still come of what was sent. */
  #isOnItsWay(interaction: Interaction | undefined): boolean {
    return interaction?.answer?.applied === 'sent' && this.#proofLeft(interaction.closed_at ?? '') > 0;
  }

  #proofLeft(closedAt: string): number {
    return Math.min(PROOF_MS, Date.parse(closedAt) + PROOF_MS - this.#options.now());
  }
}

function whyNot({ name }: Route, sent: false | 'stale' | Error): string {
  if (sent === 'stale') return 'Claude Code no longer waits for it';
  return sent instanceof ReinsError ? sent.message : `the ${name} that waited for it is gone`;
}

/** Two callers may choose the same key; and what a caller chose is nobody else's business. */
function keyOf(by: Answer['by'], key: string): string {
  return uuidFrom(by.type, by.id ?? by.name, key);
}

function closedAlready({ id, state, answer, closed_at }: Interaction): ReinsError {
  const doubt = answer?.applied === 'lost' ? `, but Claude Code did not confirm it: ${answer.reason}` : '';
  const who = answer
    ? `answered by ${answer.by.name}${doubt}`
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
