/**
 * Defines a kind of request once for everyone: its wording, the form that shows it, which answers it accepts
 * and what they mean to Claude Code. Clients only lay out the forms.
 */
import type { ANSWER_SCHEMAS, Decision } from '../../protocol/answers.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Interaction, InteractionKind } from '../../protocol/interactions.ts';

/**
 * The forms that clients lay out: a call to approve, questions to answer, a plan to approve, fields to fill
 * in.
 */
export type InteractionFormName = 'call' | 'questions' | 'plan' | 'fields';

export type InteractionFacts = Pick<Interaction, 'kind' | 'tool_name' | 'input'>;
export type DecisionOn<Kind extends InteractionKind> = Extract<Decision, { kind: Kind }>;
export type AnswerTo<Kind extends InteractionKind> = (typeof ANSWER_SCHEMAS)[Kind]['_output'];

export interface InteractionDefinition<Kind extends InteractionKind> {
  /** `a permission request` */
  readonly name: string;
  /** The only tool of Claude Code that makes this kind of request, if there is exactly one. */
  readonly tool?: string;
  readonly form: InteractionFormName;
  readonly words: (interaction: InteractionFacts, cwd: string) => InteractionText;
  /** The text of a notification. */
  readonly notice: (interaction: InteractionFacts, cwd: string) => string;
  /** Text to read before deciding, in addition to the call and the questions. */
  readonly body: (interaction: InteractionFacts) => string;
  /** Who makes the request, if not Claude. */
  readonly from?: (interaction: InteractionFacts) => string;
  /**
   * The answer in unattended sessions if no rule decides, so that nothing hangs: Claude decides questions
   * itself and is denied everything that needs approval.
   */
  readonly unattended: Refusal;
  /** The answer of a rule that denies, with its text. */
  readonly refusal: (words: string | undefined) => Refusal;
  /** The answer of a rule that stops the session. It ends the turn if the kind supports that. */
  readonly stop: (words: string) => object;
  /**
   * The decision that an answer expresses. Throws `invalid_request` if the answer does not fit the request.
   */
  readonly read: (interaction: InteractionFacts, answer: AnswerTo<Kind>) => DecisionOn<Kind>;
  /**
   * The decision in the form Claude Code accepts for a tool call; undefined for kinds that are not tool
   * calls.
   */
  readonly toolDecision: (
    interaction: InteractionFacts,
    decision: DecisionOn<Kind>,
  ) => ToolDecision | undefined;
}

export interface InteractionText {
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

/** Held hooks and the control protocol use the same values (seen in 2.1.325). */
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
