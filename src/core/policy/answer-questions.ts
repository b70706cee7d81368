/**
 * Answers the questions of AskUserQuestion by a rule: only with offered options, and all questions or none.
 */
import type { RuleDecision } from '../../protocol/policy.ts';

export type Answers = Record<string, string | string[]>;

interface Question {
  readonly question: string;
  readonly header: string | undefined;
  readonly labels: readonly string[];
  readonly isMulti: boolean;
}

/** Undefined if the rule does not answer every question. */
export function answersBy(
  decide: RuleDecision,
  input: Readonly<Record<string, unknown>>,
): Answers | undefined {
  const questions = readQuestions(input);
  if (!questions) return undefined;
  const given = questions.map((question) => [question.question, answerBy(decide, question)] as const);
  if (given.some(([, answer]) => answer === undefined)) return undefined;
  // Not by assignment: a question may be named __proto__.
  return Object.fromEntries(given) as Answers;
}

function answerBy(decide: RuleDecision, { question, header, labels, isMulti }: Question) {
  if (decide === 'first_option') return isMulti ? labels.slice(0, 1) : labels[0];
  if (typeof decide === 'string' || !('answer' in decide)) return undefined;
  const { answer } = decide;
  const key = [question, header].find((name) => name !== undefined && Object.hasOwn(answer, name));
  const chosen = key === undefined ? [] : [answer[key] ?? []].flat();
  if (chosen.length === 0 || (chosen.length > 1 && !isMulti)) return undefined;
  if (!chosen.every((label) => labels.includes(label))) return undefined;
  return isMulti ? chosen : chosen[0];
}

function readQuestions({ questions }: Readonly<Record<string, unknown>>): Question[] | undefined {
  if (!Array.isArray(questions) || questions.length === 0) return undefined;
  const read = questions.map(readQuestion);
  return read.every((question) => question !== undefined) ? read : undefined;
}

function readQuestion(raw: unknown): Question | undefined {
  const { question, header, options, multiSelect } = (raw ?? {}) as Record<string, unknown>;
  if (typeof question !== 'string' || !Array.isArray(options)) return undefined;
  const labels = options.map((option) => (option as { label?: unknown } | null)?.label);
  if (labels.length === 0 || !labels.every((label) => typeof label === 'string')) return undefined;
  return {
    question,
    header: typeof header === 'string' ? header : undefined,
    labels,
    isMulti: multiSelect === true,
  };
}
