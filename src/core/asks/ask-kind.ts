/**
 * What a kind of request is for everyone: how it is worded, which form shows it, what an answer to it may say, what it means to
 * Claude Code. Clients only lay out the forms.
 */
import type { ANSWER_SCHEMAS, Decision } from '../../protocol/answers.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Interaction, InteractionKind } from '../../protocol/interactions.ts';

/** What clients lay out: a call to allow, questions to answer, a plan to approve, fields to fill in. */
export type AskFormName = 'call' | 'questions' | 'plan' | 'fields';

export type AskFacts = Pick<Interaction, 'kind' | 'tool_name' | 'input'>;
export type DecisionOn<Kind extends InteractionKind> = Extract<Decision, { kind: Kind }>;
export type AnswerTo<Kind extends InteractionKind> = (typeof ANSWER_SCHEMAS)[Kind]['_output'];

export interface AskKind<Kind extends InteractionKind> {
  /** `a permission` */
  readonly name: string;
  /** The tool of Claude Code that asks in this way, where it is one alone. */
  readonly tool?: string;
  readonly form: AskFormName;
  readonly words: (ask: AskFacts, cwd: string) => AskWords;
  /** The line of a notification. */
  readonly notice: (ask: AskFacts, cwd: string) => string;
  /** What is to be read before deciding, beside the call and the questions themselves. */
  readonly body: (ask: AskFacts) => string;
  /** Who asks, where it is not Claude. */
  readonly from?: (ask: AskFacts) => string;
  /**
   * The answer where nobody is there and no rule decides, so that nothing hangs: Claude decides what is a matter of opinion, and
   * gets nothing that somebody would have to allow.
   */
  readonly unattended: Refusal;
  /** The no of a rule, with its words. */
  readonly refusal: (words: string | undefined) => Refusal;
  /** The no of a rule that stops the session: where that can be said, it ends the turn. */
  readonly stop: (words: string) => object;
  /** The decision that an answer means; throws `invalid_request` when the answer does not fit what was asked. */
  readonly read: (ask: AskFacts, answer: AnswerTo<Kind>) => DecisionOn<Kind>;
  /** As Claude Code takes it for a tool call; undefined for what is no tool call. */
  readonly toolDecision: (ask: AskFacts, decision: DecisionOn<Kind>) => ToolDecision | undefined;
}

export interface AskWords {
  /** A sentence: `Claude wants to run a command`. */
  readonly headline: string;
  /** On one line: `run npm test`, `question: Which db?`. */
  readonly line: string;
}

export type Refusal =
  | { readonly decision: 'deny'; readonly message?: string }
  | { readonly decision: 'reject'; readonly feedback?: string }
  | { readonly reply: string }
  | { readonly action: 'decline' };

/** Over a held hook and over the control protocol alike: both speak of these (seen in 2.1.325). */
export interface ToolDecision {
  readonly behavior: 'allow' | 'deny';
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  readonly updatedPermissions?: readonly object[];
  readonly message?: string;
  readonly interrupt?: true;
}

export function denyCall(message: string, interrupt?: boolean): ToolDecision {
  return { behavior: 'deny', message, ...(interrupt && { interrupt: true }) };
}

export function unfitting(message: string): ReinsError {
  return new ReinsError('invalid_request', message);
}
