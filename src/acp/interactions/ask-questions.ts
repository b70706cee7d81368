/**
 * Claude's questions: as a form if the editor supports forms, otherwise one choice after the other, or text.
 */
import { type Question, questionsOf } from '../../core/questions.ts';
import type { Choice as OneChoice } from '../../core/read-choices.ts';
import type { QuestionAnswer } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Choice, EditorDialog } from './editor-dialog.ts';
import { questionForm, readQuestionForm } from './question-form.ts';

export async function askQuestions(
  interaction: Pick<Interaction, 'input'>,
  dialog: EditorDialog,
): Promise<QuestionAnswer | undefined> {
  const questions = questionsOf(interaction);
  if (questions.length === 0) {
    return { reply: await dialog.words('Claude has a question. Your next message is the answer.') };
  }
  if (dialog.fill) {
    const message = questions.map(({ question }) => question).join('\n');
    const filled = await dialog.fill(message, questionForm(questions));
    if (filled.action === 'accept') return { answers: readQuestionForm(questions, contentOf(filled)) };
    return filled.action === 'decline' ? { answers: {} } : undefined;
  }
  const answers: Record<string, OneChoice | OneChoice[]> = {};
  for (const question of questions) {
    const answer = question.multiSelect
      ? await chooseSeveral(question, dialog)
      : await chooseOne(question, dialog);
    if (answer === undefined) return undefined;
    if (answer !== SKIPPED) answers[question.question] = answer;
  }
  return { answers };
}

const SKIPPED = Symbol('skipped');
type Chosen = OneChoice | OneChoice[] | typeof SKIPPED | undefined;

const OPTION = 'option:';
const WORDS: Choice = {
  id: 'words',
  name: 'Something else: answer in your next message',
  kind: 'allow_once',
};
const SKIP: Choice = { id: 'skip', name: 'Skip this question', kind: 'reject_once' };

async function chooseOne(question: Question, dialog: EditorDialog): Promise<Chosen> {
  const options = question.options.map(
    ({ label }, index): Choice => ({ id: `${OPTION}${index}`, name: label, kind: 'allow_once' }),
  );
  const chosen = await dialog.choose(shownOf(question), [...options, WORDS, SKIP]);
  if (chosen === 'words') return { other: await dialog.words(hintOf(question)) };
  return chosen === undefined ? undefined : (labelOf(question, chosen) ?? SKIPPED);
}

/** A program that selects and deselects forever is stopped after this many choices per option. */
const CHOICES_PER_OPTION = 5;

/**
 * A choice has no checkboxes: it is repeated with the current selection until the person is done. An editor that approves
 * automatically takes the first option, so "Done" comes first once something is selected.
 */
async function chooseSeveral(question: Question, dialog: EditorDialog): Promise<Chosen> {
  let ticked: string[] = [];
  for (let round = 0; round < question.options.length * CHOICES_PER_OPTION + 1; round++) {
    const boxes = question.options.map(({ label }, index): Choice => {
      const mark = ticked.includes(label) ? '[x]' : '[ ]';
      return { id: `${OPTION}${index}`, name: `${mark} ${label}`, kind: 'allow_once' };
    });
    const done: Choice = {
      id: 'done',
      name: `Done: ${ticked.join(', ') || 'none of them'}`,
      kind: 'allow_once',
    };
    const offered = ticked.length > 0 ? [done, ...boxes] : [...boxes, done];
    const chosen = await dialog.choose(shownOf(question), [...offered, WORDS, SKIP]);
    if (chosen === undefined) return undefined;
    if (chosen === 'done') return ticked.length > 0 ? ticked : SKIPPED;
    if (chosen === 'words') return [...ticked, { other: await dialog.words(hintOf(question)) }];
    const label = labelOf(question, chosen);
    if (label === undefined) return SKIPPED;
    ticked = ticked.includes(label) ? ticked.filter((one) => one !== label) : [...ticked, label];
  }
  return undefined;
}

function labelOf({ options }: Question, chosen: string): string | undefined {
  return chosen.startsWith(OPTION) ? options[Number(chosen.slice(OPTION.length))]?.label : undefined;
}

function shownOf({ question, options }: Question) {
  const lines = options.map(({ label, description }) =>
    description === undefined ? `- ${label}` : `- **${label}**: ${description}`,
  );
  return { title: question, text: [question, lines.join('\n')].join('\n\n') };
}

function hintOf({ question }: Question): string {
  return `${question}\n\nYour next message is the answer.`;
}

function contentOf(filled: object): Readonly<Record<string, unknown>> {
  const { content } = filled as { content?: unknown };
  return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {};
}
