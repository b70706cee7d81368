/**
 * The client calls that list and answer requests. An answer is safe to send over an unreliable connection: it
 * has its own key and is retried with the same key until the hub responds, but never after a refusal.
 */

import { randomId } from '../core/random-id.ts';
import type { Choice } from '../core/read-choices.ts';
import type { ElicitationAnswer, PermissionAnswer, PlanAnswer, QuestionAnswer } from '../protocol/answers.ts';
import type { InteractionList, PendingQuestions } from '../protocol/api.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { Backoff } from './backoff.ts';
import type { CallHub } from './hub-request.ts';
import { retryUntilReached } from './retry-until-reached.ts';

/** Which requests to list. */
export interface InteractionFilter {
  /** Only requests in this state. */
  readonly state?: Interaction['state'];
  /** Only requests of this session. */
  readonly session?: string;
  /** The start of an id, or the whole id. */
  readonly id?: string;
  /** In a fleet: only this host, by name or id. */
  readonly host?: string;
}

/** The possible answers, by kind of request. */
export type AnswerBody = PermissionAnswer | QuestionAnswer | PlanAnswer | ElicitationAnswer;
/** By question: the label or number of an option, a custom answer (`{other}`), or several of them. */
export type QuestionAnswers = Readonly<Record<string, Choice | readonly Choice[]>>;

/** Options of calls that answer. */
export interface AnswerOptions {
  /** Identifies repeated calls; generated for each call by default. */
  readonly idempotencyKey?: string;
  /** Stops trying. */
  readonly signal?: AbortSignal;
  /** The pauses between attempts; for tests. */
  readonly backoff?: Backoff;
}

/** Calls that list and answer requests. */
export interface AnswerCalls {
  /** Pending and past requests, oldest first. */
  interactions(filter?: InteractionFilter): Promise<InteractionList>;
  /**
   * Resolves with the closed request; `answer.applied` shows whether it is proven. Throws
   * `interaction_closed` if someone else was first, see `firstAnswerOf`.
   */
  answer(interactionId: string, body: AnswerBody, options?: AnswerOptions): Promise<Interaction>;
  /** Answers a question by its tool call. */
  answerQuestion(
    sessionId: string,
    toolUseId: string,
    answers: QuestionAnswers,
    options?: AnswerOptions,
  ): Promise<Interaction>;
  /** The open questions of a session. */
  pendingQuestions(sessionId: string): Promise<PendingQuestions>;
}

export function answerCalls(call: CallHub): AnswerCalls {
  /** Sends the same answer until the hub has received it. */
  const answer = (
    { idempotencyKey = randomId(), ...options }: AnswerOptions = {},
    send: (request: {
      headers: Record<string, string>;
      signal?: AbortSignal | undefined;
    }) => Promise<Interaction>,
  ) => {
    const headers = { 'idempotency-key': idempotencyKey };
    return retryUntilReached(() => send({ headers, signal: options.signal }), options);
  };
  return {
    interactions: (filter = {}) => call('GET /api/interactions', { query: { ...filter } }),
    answer: (id, body, options) =>
      answer(options, (request) =>
        call('POST /api/interactions/:id/answer', { ...request, params: { id }, body: { ...body } }),
      ),
    answerQuestion: (id, tool_use_id, answers, options) =>
      answer(options, (request) =>
        call('POST /api/sessions/:id/answer', {
          ...request,
          params: { id },
          body: { tool_use_id, answers: copyAnswers(answers) },
        }),
      ),
    pendingQuestions: (id) => call('GET /api/sessions/:id/pending-questions', { params: { id } }),
  };
}

/** With lists that can be changed, as the body of the request has them. */
export function copyAnswers(answers: QuestionAnswers): Record<string, Choice | Choice[]> {
  return Object.fromEntries(
    Object.entries(answers).map(([question, answer]) => [question, isList(answer) ? [...answer] : answer]),
  );
}

function isList(answer: Choice | readonly Choice[]): answer is readonly Choice[] {
  return Array.isArray(answer);
}

/**
 * The first answer, from an `interaction_closed` error; undefined if Claude withdrew its request, and for
 * other errors.
 */
export function firstAnswerOf(error: unknown): Answer | undefined {
  if (!(error instanceof ReinsError) || error.code !== 'interaction_closed') return undefined;
  return error.details?.['answer'] as Answer | undefined;
}
