/**
 * The calls of a client that see and answer what Claude waits for. An answer is safe to send over a bad line: it carries a
 * key of its own and is sent again, with the same key, for as long as nobody answered the call; never after a refusal.
 */

import { randomId } from '../core/random-id.ts';
import type { Choice } from '../core/read-choices.ts';
import type { ElicitationAnswer, PermissionAnswer, PlanAnswer, QuestionAnswer } from '../protocol/answers.ts';
import type { InteractionList, PendingQuestions } from '../protocol/api.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { Backoff } from './backoff.ts';
import type { CallHub } from './hub-request.ts';
import { tryUntilHeard } from './try-until-heard.ts';

export interface InteractionFilter {
  readonly state?: Interaction['state'];
  readonly session?: string;
  /** The beginning of an id, or the whole. */
  readonly id?: string;
}

/** What an answer may say, by the kind of the interaction. */
export type AnswerBody = PermissionAnswer | QuestionAnswer | PlanAnswer | ElicitationAnswer;
/** By question: the label or number of an option, words of one's own (`{other}`), or several of them. */
export type QuestionAnswers = Readonly<Record<string, Choice | readonly Choice[]>>;

export interface AnswerOptions {
  /** What a repeated call is known by; made anew for each call unless given. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly backoff?: Backoff;
}

export interface AnswerCalls {
  /** What Claude waits for, and has waited for, oldest first. */
  interactions(filter?: InteractionFilter): Promise<InteractionList>;
  /**
   * Resolves with the closed interaction; `answer.applied` says whether it is proven.
   * Throws `interaction_closed` when somebody was first, see `firstAnswerOf`.
   */
  answer(interactionId: string, body: AnswerBody, options?: AnswerOptions): Promise<Interaction>;
  /** Answers a question by its tool call. */
  answerQuestion(
    sessionId: string,
    toolUseId: string,
    answers: QuestionAnswers,
    options?: AnswerOptions,
  ): Promise<Interaction>;
  pendingQuestions(sessionId: string): Promise<PendingQuestions>;
}

export function answerCalls(call: CallHub): AnswerCalls {
  /** Sends the same answer until the hub has heard it. */
  const answer = (
    { idempotencyKey = randomId(), ...options }: AnswerOptions = {},
    send: (request: {
      headers: Record<string, string>;
      signal?: AbortSignal | undefined;
    }) => Promise<Interaction>,
  ) => {
    const headers = { 'idempotency-key': idempotencyKey };
    return tryUntilHeard(() => send({ headers, signal: options.signal }), options);
  };
  return {
    interactions: (filter = {}) => call('GET /api/interactions', { query: { ...filter } }),
    answer: (id, body, options) =>
      answer(options, (request) =>
        call('POST /api/interactions/:id/answer', { ...request, params: { id }, body: { ...body } }),
      ),
    answerQuestion: (id, toolUseId, answers, options) =>
      answer(options, (request) =>
        call('POST /api/sessions/:id/answer', { ...request, params: { id }, body: { toolUseId, answers } }),
      ),
    pendingQuestions: (id) => call('GET /api/sessions/:id/pending-questions', { params: { id } }),
  };
}

/** Who was first, of an `interaction_closed`; undefined when Claude took its question back, and for other errors. */
export function firstAnswerOf(error: unknown): Answer | undefined {
  if (!(error instanceof ReinsError) || error.code !== 'interaction_closed') return undefined;
  return error.details?.['answer'] as Answer | undefined;
}
