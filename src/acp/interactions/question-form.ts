/** Questions as one form: for each question a single or multiple choice, and a field for a custom answer. */
import type { ElicitationPropertySchema, ElicitationSchema } from '@agentclientprotocol/sdk';
import type { Question } from '../../core/questions.ts';
import type { Choice } from '../../core/read-choices.ts';

type Answers = Record<string, Choice | Choice[]>;

export function questionForm(questions: readonly Question[]): ElicitationSchema {
  const properties = questions.flatMap((question, index): [string, ElicitationPropertySchema][] => [
    ...(question.options.length > 0
      ? [[fieldOf(index), choiceField(question)] as [string, ElicitationPropertySchema]]
      : []),
    [ownField(index), textField(question)],
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** The answers by question. A custom answer replaces a single choice and is added to a multiple choice. */
export function readQuestionForm(
  questions: readonly Question[],
  content: Readonly<Record<string, unknown>>,
): Answers {
  const answers: Answers = {};
  questions.forEach(({ question, multiSelect }, index) => {
    const given = content[fieldOf(index)];
    const own = content[ownField(index)];
    const chosen = (Array.isArray(given) ? given : [given]).filter(isText);
    const words = isText(own) && !chosen.includes(own.trim()) ? [{ other: own.trim() }] : [];
    const all: Choice[] = [...new Set(chosen), ...words];
    const last = all.at(-1);
    if (last !== undefined) answers[question] = multiSelect ? all : last;
  });
  return answers;
}

function choiceField(question: Question): ElicitationPropertySchema {
  const { question: description, header, multiSelect, options } = question;
  const choices = options.map(({ label, description: about }) => ({
    const: label,
    title: label,
    ...(about !== undefined && { description: about }),
  }));
  const title = header ?? description;
  return multiSelect
    ? { type: 'array', title, description, items: { anyOf: choices } }
    : { type: 'string', title, description, oneOf: choices };
}

function textField({ question, header, options }: Question): ElicitationPropertySchema {
  const title = options.length > 0 ? `${header ?? 'Something else'}: custom answer` : (header ?? question);
  return { type: 'string', title, description: question };
}

function fieldOf(index: number): string {
  return `question_${index + 1}`;
}

function ownField(index: number): string {
  return `question_${index + 1}_other`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
