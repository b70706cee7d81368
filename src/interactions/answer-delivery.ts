/**
 * Answers count exactly once. An interaction is closed by one compare-and-set in the log, before the decision
 * is delivered; a second caller gets the winner. A decision that could not be delivered reopens it.
 */
import type { Clock } from '../lib/clock.ts';
import { uuidFrom } from '../lib/uuid-from.ts';
import type { Decision } from '../protocol/answers.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { Answerer } from './answerer.ts';
import type { InteractionLog } from './interaction-log.ts';
import { readAnswer } from './read-answer.ts';
import { type Route, sentDecision } from './routes/route.ts';
import type { Schedule } from './schedule.ts';

/** How long an answer waits for proof that it counted. */
const PROOF_MS = 2000;
/** When to send a decision again that may not have arrived. */
const AGAIN_MS = 2000;

export interface AnswerDeliveryOptions {
  readonly interactions: InteractionLog;
  /** In the order of attempts. */
  readonly routes: () => readonly Route[];
  readonly schedule: Schedule;
  readonly now: Clock;
}

export class AnswerDelivery {
  readonly #options: AnswerDeliveryOptions;
  /** Answers with a key in progress: a repeated one shares their outcome. */
  readonly #underWay = new Map<string, Promise<Interaction>>();
  /** Deliveries in progress, by interaction. */
  readonly #sending = new Map<string, Promise<unknown>>();

  constructor(options: AnswerDeliveryOptions) {
    this.#options = options;
  }

  /** Sends decisions again that an earlier hub may not have delivered. */
  resume(interactions: readonly Interaction[]): void {
    for (const { id, answer } of interactions) {
      const route = this.#options.routes().find(({ name }) => name === answer?.route);
      // A hook without a reply comes again automatically.
      if (route?.isRepeatable) void this.#sendAgain(route, id);
    }
  }

  /**
   * Resolves with the closed interaction once the answer is delivered, proven or not. Throws
   * `interaction_closed` with the winner, `no_route`, `invalid_request`.
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

  /** Resolves when the answer is delivered. Undefined if none is being delivered. */
  sending(interactionId: string): Promise<unknown> | undefined {
    return this.#sending.get(interactionId);
  }

  async #decide(interactionId: string, body: unknown, answerer: Answerer): Promise<Interaction> {
    const { interactions, routes } = this.#options;
    const isTaken = () => this.#isOnItsWay(interactions.find(interactionId));
    // A second caller gets the answer that counted, not the one that was sent first; and the request may be
    // open again by then.
    while (isTaken()) await this.#settled(interactionId);
    if (this.#hasAnswered(interactionId, answerer)) return this.#proven(interactionId);
    const interaction = this.#requireOpen(interactionId);
    const decision = readAnswer(interaction, body);
    answerer.authorize(decision, interaction);
    const tried: string[] = [];
    for (const route of routes()) {
      if (!route.isOpen(interaction)) continue;
      const refusal = await refusalOf(route, interaction, decision);
      if (refusal !== undefined) {
        tried.push(refusal);
        continue;
      }
      // Someone else may have been faster.
      while (isTaken()) await this.#settled(interactionId);
      const sent = await this.#sendBy(route, interactionId, decision, answerer);
      if (typeof sent !== 'string') return sent;
      this.#requireOpen(interactionId);
      tried.push(sent);
    }
    // The last route closes a moment before it is known who answered the request.
    await this.#until(interactionId, (one) => one?.state !== 'open' || one.routes.length > 0);
    this.#requireOpen(interactionId);
    throw new ReinsError(
      'no_route',
      `No route can deliver this answer to Claude${tried.length > 0 ? ` (${tried.join('; ')})` : ''}. Answer in the terminal of the session.`,
      { tried },
    );
  }

  #hasAnswered(interactionId: string, { by, key }: Answerer): boolean {
    const interaction = this.#options.interactions.find(interactionId);
    return key !== undefined && interaction?.answer?.['key'] === keyOf(by, key);
  }

  /** A reason if the route was closed after all; then the interaction is open again. */
  async #sendBy(
    route: Route,
    interactionId: string,
    decision: Decision,
    { by, key }: Answerer,
  ): Promise<Interaction | string> {
    const { interactions, now } = this.#options;
    const { kind: _, ...decided } = decision;
    const answer: Answer = {
      by,
      at: new Date(now()).toISOString(),
      route: route.name,
      applied: 'sent',
      ...(key !== undefined && { key: keyOf(by, key) }),
      ...decided,
    };
    // From here to the append nothing else runs: of two answers the second finds it closed.
    const interaction = this.#requireOpen(interactionId);
    interactions.apply(interaction, { type: 'answered', answer });
    const sending = route.send(interaction, decision).catch((error: unknown) => error as Error);
    this.#sending.set(interactionId, sending);
    const sent = await sending;
    this.#sending.delete(interactionId);
    if (sent === 'unsure' && route.isRepeatable) void this.#sendAgain(route, interactionId);
    if (sent === true || sent === 'unsure') return this.#proven(interactionId);
    const reason = whyNot(route, sent);
    const routes = interaction.routes.filter((name) => name !== route.name);
    interactions.apply(interaction, { type: 'not_taken', reason, routes });
    // Someone else may have answered, which is known a moment later.
    if (sent === 'stale') await this.#until(interactionId, (one) => one?.state !== 'open');
    return reason;
  }

  /** Until it has arrived, or no longer matters. Only for routes on which a repeated decision is harmless. */
  async #sendAgain(route: Route, interactionId: string): Promise<void> {
    const { interactions, schedule } = this.#options;
    if (schedule.isClosed) return;
    const interaction = interactions.find(interactionId);
    const decision = interaction && sentDecision(interaction, route.name);
    if (!decision) return;
    const sent = await route.send(interaction, decision).catch(() => 'unsure' as const);
    if (sent === 'unsure') schedule.after(AGAIN_MS, () => void this.#sendAgain(route, interactionId));
  }

  /** Waits a moment for proof; an answer that turns out to be second is refused like any other. */
  async #proven(interactionId: string): Promise<Interaction> {
    await this.#settled(interactionId);
    const settled = this.#options.interactions.require(interactionId);
    const { applied } = settled.answer ?? {};
    if (settled.state !== 'answered' || applied === 'superseded') throw closedAlready(settled);
    return settled;
  }

  #settled(interactionId: string): Promise<void> {
    return this.#until(interactionId, (one) => !this.#isOnItsWay(one));
  }

  #until(interactionId: string, fits: (now: Interaction | undefined) => boolean): Promise<void> {
    const { interactions, schedule } = this.#options;
    const found = interactions.find(interactionId);
    if (fits(found)) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        cancel();
        stop();
        resolve();
      };
      const cancel = schedule.after(found?.closed_at ? this.#proofLeft(found.closed_at) : PROOF_MS, finish);
      const stop = interactions.onNews(interactionId, () => {
        if (fits(interactions.find(interactionId))) finish();
      });
    });
  }

  #requireOpen(interactionId: string): Interaction {
    const interaction = this.#options.interactions.require(interactionId);
    if (interaction.state !== 'open') throw closedAlready(interaction);
    return interaction;
  }

  /** Whether proof of the sent answer may still arrive. */
  #isOnItsWay(interaction: Interaction | undefined): boolean {
    return interaction?.answer?.applied === 'sent' && this.#proofLeft(interaction.closed_at ?? '') > 0;
  }

  #proofLeft(closedAt: string): number {
    return Math.min(PROOF_MS, Date.parse(closedAt) + PROOF_MS - this.#options.now());
  }
}

/** A route that cannot be checked is closed. */
async function refusalOf(
  route: Route,
  interaction: Interaction,
  decision: Decision,
): Promise<string | undefined> {
  try {
    return await route.refusal(interaction, decision);
  } catch (error) {
    if (error instanceof ReinsError) return error.message;
    throw error;
  }
}

function whyNot({ name }: Route, sent: false | 'stale' | Error): string {
  if (sent === 'stale') return 'Claude Code no longer waits for it';
  return sent instanceof ReinsError ? sent.message : `the ${name} that waited for it is gone`;
}

/** Two callers may choose the same key; and keys are private to their callers. */
function keyOf(by: Answer['by'], key: string): string {
  return uuidFrom(by.type, by.id ?? by.name, key);
}

function closedAlready({ id, state, answer, closed_at }: Interaction): ReinsError {
  const doubt = answer?.applied === 'lost' ? `, but Claude Code did not confirm it: ${answer.reason}` : '';
  const who = answer
    ? `answered by ${answer.by.name}${doubt}`
    : state === 'open'
      ? 'no longer pending'
      : 'withdrawn by Claude';
  return new ReinsError('interaction_closed', `This was ${who}.`, {
    interaction_id: id,
    state,
    ...(closed_at && { closed_at }),
    ...(answer && { answer }),
  });
}
