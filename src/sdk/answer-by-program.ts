/**
 * Answers requests of a session with a program's own functions. Each request is passed to its function once,
 * and again if it is reopened. Requests that a function leaves open, or that have no function, are for
 * people. The first answer counts, as everywhere.
 */
import { interactionDefinition } from '../core/interactions/interaction-definitions.ts';
import { type Question, questionsOf } from '../core/questions.ts';
import type { ElicitationAnswer, PermissionAnswer, PlanAnswer } from '../protocol/answers.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { type AnswerBody, copyAnswers, type QuestionAnswers } from './answer-calls.ts';
import type { Client } from './client.ts';
import { retryUntilReached } from './retry-until-reached.ts';
import { watchInbox } from './watch-inbox.ts';

/** What a program's function receives in addition to the request. */
export interface AskContext {
  /**
   * Fires when someone else has answered, when Claude has withdrawn the request, and when the program closes
   * the session.
   */
  readonly signal: AbortSignal;
}

/** A question from Claude. */
export interface InteractiveQuestion {
  /** The tool call that asks. */
  readonly tool_use_id: string | undefined;
  /** The same as `tool_use_id`. */
  readonly toolUseId: string | undefined;
  /** The questions with their options. */
  readonly questions: readonly Question[];
  /** The whole request. */
  readonly interaction: Interaction;
}

/** A function that answers requests of one kind. Returning nothing leaves the answer to people. */
export type Answering<Asked, Answer> = (
  asked: Asked,
  context: AskContext,
) => Answer | undefined | Promise<Answer | undefined>;

/** Answers by the text of each question, or one text instead of answers. */
export type OnQuestion = Answering<
  InteractiveQuestion,
  | QuestionAnswers
  | {
      /** The text to send instead of answers. */
      readonly reply: string;
    }
>;

/**
 * Functions that answer requests, named after the kind of request. A function that returns nothing leaves the
 * answer to people. If it throws, nothing is answered, and `finished()` throws its error.
 */
export interface AnswerHandlers {
  /** Answers permission requests. */
  readonly onPermission?: Answering<Interaction, PermissionAnswer | 'allow' | 'deny'> | undefined;
  /** Answers questions. */
  readonly onQuestion?: OnQuestion | undefined;
  /** Answers plans. */
  readonly onPlan?: Answering<Interaction, PlanAnswer | 'approve' | 'reject'> | undefined;
  /** Answers forms of MCP servers. */
  readonly onElicitation?: Answering<Interaction, ElicitationAnswer> | undefined;
  /** Another name for `onQuestion`. */
  readonly onInteractiveQuestion?: OnQuestion | undefined;
  /** Another name for `onElicitation`. */
  readonly onForm?: Answering<Interaction, ElicitationAnswer> | undefined;
}

/** Separates the functions from other options, each under its own name. */
export function splitHandlers<Options extends AnswerHandlers>(
  options: Options,
): { readonly handlers: AnswerHandlers; readonly rest: Omit<Options, keyof AnswerHandlers> } {
  const { onPermission, onQuestion, onInteractiveQuestion, onPlan, onElicitation, onForm, ...rest } = options;
  const handlers = {
    ...{ onPermission, onPlan },
    onQuestion: onQuestion ?? onInteractiveQuestion,
    onElicitation: onElicitation ?? onForm,
  };
  return { handlers, rest };
}

export function hasHandlers(handlers: AnswerHandlers): boolean {
  return Object.values(handlers).some((handler) => handler !== undefined);
}

/** Runs until the signal fires; `onFailure` receives errors of functions and refusals of the hub. */
export async function answerByProgram(
  client: Client,
  session: string,
  handlers: AnswerHandlers,
  { signal, onFailure }: { readonly signal: AbortSignal; readonly onFailure: (error: unknown) => void },
): Promise<void> {
  const asked = new Map<string, { readonly reopened: number; readonly end: AbortController }>();
  const put = async (interaction: Interaction, closed: AbortSignal) => {
    try {
      const body = await decide(handlers, interaction, { signal: AbortSignal.any([signal, closed]) });
      if (body) await client.answer(interaction.id, body, { signal });
    } catch (error) {
      const isLate = error instanceof ReinsError && error.code === 'interaction_closed';
      if (!isLate && !closed.aborted && !signal.aborted) onFailure(error);
    }
  };
  const watch = async () => {
    for await (const { open } of watchInbox(client, { session, signal })) {
      const times = new Map(open.map(({ id, reopened = 0 }) => [id, reopened]));
      for (const [id, { reopened, end }] of asked) {
        if (times.get(id) === reopened) continue;
        end.abort();
        asked.delete(id);
      }
      // Without a route nobody can answer; an event follows when there is one.
      for (const interaction of open) {
        const { id, routes, reopened = 0 } = interaction;
        if (routes.length === 0 || asked.has(id)) continue;
        const end = new AbortController();
        asked.set(id, { reopened, end });
        void put(interaction, end.signal);
      }
    }
  };
  try {
    // Waits for a hub that is away at the start, as later.
    await retryUntilReached(watch, { signal });
  } catch (error) {
    if (!signal.aborted) onFailure(error);
  }
}

async function decide(
  { onPermission, onQuestion, onPlan, onElicitation }: AnswerHandlers,
  interaction: Interaction,
  context: AskContext,
): Promise<AnswerBody | undefined> {
  switch (interactionDefinition(interaction.kind).form) {
    case 'call': {
      const answer = await onPermission?.(interaction, context);
      return typeof answer === 'string' ? { decision: answer } : answer;
    }
    case 'questions': {
      const { tool_use_id } = interaction;
      const questions = questionsOf(interaction);
      const question = { tool_use_id, toolUseId: tool_use_id, questions, interaction };
      const answer = await onQuestion?.(question, context);
      return answer && (isReply(answer) ? answer : { answers: copyAnswers(answer) });
    }
    case 'plan': {
      const answer = await onPlan?.(interaction, context);
      return typeof answer === 'string' ? { decision: answer } : answer;
    }
    case 'fields':
      return onElicitation?.(interaction, context);
  }
}

/** Only a question with the text "reply" could be mistaken for this. */
function isReply(answer: QuestionAnswers | { readonly reply: string }): answer is { readonly reply: string } {
  return Object.keys(answer).length === 1 && typeof (answer as { reply?: unknown }).reply === 'string';
}
