/** Questions from Claude, with options to choose from. */
import { textOf } from '../../lib/json-values.ts';
import { type Question, questionsOf } from '../questions.ts';
import { type Given, readChoices } from '../read-choices.ts';
import { t } from '../translate.ts';
import { denyCall, type InteractionDefinition, unfitting } from './interaction-definition.ts';

export const QUESTION: InteractionDefinition<'question'> = {
  name: 'a question',
  tool: 'AskUserQuestion',
  form: 'questions',
  words: (interaction) => {
    const questions = questionsOf(interaction);
    const count = questions.length;
    const question = questions[0]?.question ?? '';
    return {
      headline: count <= 1 ? 'Claude has a question' : `Claude has ${count} questions`,
      line:
        count <= 1
          ? t('question: {question}', { question })
          : t('question: {question} (1 of {count})', { question, count }),
    };
  },
  notice: ({ input: { questions } }) => {
    const [first] = Array.isArray(questions) ? questions : [];
    return typeof first === 'object' && first !== null
      ? textOf((first as Record<string, unknown>)['question'])
      : 'Claude has a question';
  },
  body: () => '',
  unattended: {
    reply: 'Nobody is available to answer. Decide yourself, continue, and report at the end what you chose.',
  },
  refusal: (words) => ({ reply: words ?? 'A policy rule declines this question.' }),
  stop: (words) => ({ reply: words }),
  read: (interaction, answer) => {
    if ('reply' in answer) return { kind: 'question', ...answer };
    const answers = readAnswers(questionsOf(interaction), answer.answers, answer.notes ?? {});
    return { kind: 'question', ...answer, answers };
  },
  toolDecision: ({ input }, decision) => {
    if ('reply' in decision) return denyCall(decision.reply);
    const updatedInput = {
      ...input,
      answers: asText(decision.answers),
      ...annotations(decision.notes),
    };
    return { behavior: 'allow', updatedInput };
  },
};

/** Every choice as its label or custom text. */
function readAnswers(
  questions: readonly Question[],
  answers: Readonly<Record<string, Given>>,
  notes: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const byText = new Map(questions.map((question) => [question.question, question]));
  for (const text of [...Object.keys(answers), ...Object.keys(notes)]) {
    if (!byText.has(text)) {
      const known = [...byText.keys()].map((name) => `"${name}"`).join(', ');
      throw unfitting(`"${text}" is not one of the questions. The questions are: ${known}.`);
    }
  }
  const read = Object.entries(answers).map(([text, given]) => {
    const choices = readChoices(byText.get(text) as Question, given);
    if ('problem' in choices) throw unfitting(choices.problem);
    const isList = Array.isArray(given) || choices.chosen.length > 1;
    return [text, isList ? [...choices.chosen] : (choices.chosen[0] as string)];
  });
  return Object.fromEntries(read);
}

/**
 * Joins several labels into one text, the form that every version of the tool has accepted. An empty choice
 * is not an answer.
 */
function asText(answers: Readonly<Record<string, string | readonly string[]>>): Record<string, string> {
  const texts = Object.entries(answers).map(([question, answer]): [string, string] => [
    question,
    typeof answer === 'string' ? answer : answer.join(', '),
  ]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function annotations(notes: Readonly<Record<string, string>> | undefined): { annotations?: object } {
  const entries = Object.entries(notes ?? {}).map(([question, text]) => [question, { notes: text }]);
  return entries.length > 0 ? { annotations: Object.fromEntries(entries) } : {};
}
