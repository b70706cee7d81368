/** Claude's questions: one tap for a single choice, otherwise a modal with choices and custom answers. */
import { EMPTY_DRAFT, type QuestionDraft, toAnswer } from '../../core/interactions/question-draft.ts';
import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import { type Question, questionsOf } from '../../core/questions.ts';
import { exactText } from '../../lib/hidden-characters.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { choiceInput, input, section, textInput } from '../blocks/blocks.ts';
import { LIMITS } from '../blocks/limits.ts';
import { escapeMrkdwn } from '../blocks/mrkdwn.ts';
import type { CardButton, CardKind, Modal, ModalValues } from './card-kind.ts';

const OPTION = 'option.';
const REPLY = 'reply';

export const QUESTIONS_CARD: CardKind = {
  body: (interaction) => questionsOf(interaction).map((question) => section(describe(question))),
  buttons: (interaction) => [
    ...quickOptions(interaction).map(
      (label, index): CardButton => ({ action: `${OPTION}${index}`, text: exactText(label) }),
    ),
    { action: 'answer', text: quickOptions(interaction).length > 0 ? 'Other…' : 'Answer…', style: 'primary' },
    { action: 'skip', text: 'Skip' },
  ],
  press: (interaction, action) => {
    const questions = questionsOf(interaction);
    if (action === 'skip') return { answers: {} };
    if (action === 'answer') return answerModal(questions);
    const label = action.startsWith(OPTION)
      ? quickOptions(interaction)[Number(action.slice(OPTION.length))]
      : undefined;
    const [only] = questions;
    return label === undefined || !only ? undefined : { answers: { [only.question]: label } };
  },
  submit: (interaction, _modal, values) => {
    const questions = questionsOf(interaction);
    if (questions.length === 0) return { reply: values.text(REPLY) };
    return toAnswer(
      questions,
      questions.map((question, index) => draftOf(question, index, values)),
    );
  },
};

/** A single question with a single choice is answered by a button, if every label fits on one. */
function quickOptions(interaction: Pick<Interaction, 'input'>): string[] {
  const [only, ...more] = questionsOf(interaction);
  if (!only || more.length > 0 || only.multiSelect) return [];
  const labels = only.options.map(({ label }) => label);
  const fit =
    labels.length <= LIMITS.visibleOptions && labels.every((label) => label.length <= LIMITS.button);
  return fit ? labels : [];
}

function answerModal(questions: readonly Question[]): Modal {
  const blocks =
    questions.length === 0
      ? [input(REPLY, 'Your answer', textInput())]
      : questions.flatMap((question, index) => [
          ...(question.options.length > 0 ? [choices(question, index)] : []),
          input(
            otherOf(index),
            question.options.length > 0 ? 'Other' : titleOf(question),
            textInput('', false),
            {
              isOptional: true,
            },
          ),
        ]);
  return { modal: 'answer', title: 'Answer', submit: 'Answer', blocks };
}

function choices(question: Question, index: number) {
  const { options, multiSelect } = question;
  const offered = options.map(({ label, description }) => ({
    text: exactText(label),
    about: description && exactText(description),
  }));
  return input(choiceOf(index), titleOf(question), choiceInput(offered, multiSelect), { isOptional: true });
}

/** A custom answer replaces a single choice and is added to a multiple choice. */
function draftOf({ options, multiSelect }: Question, index: number, values: ModalValues): QuestionDraft {
  const other = values.text(otherOf(index));
  const hasOther = other.trim() !== '';
  const chosen = values.chosen(choiceOf(index)).flatMap((number) => options[number]?.label ?? []);
  return { ...EMPTY_DRAFT, other, hasOther, chosen: hasOther && !multiSelect ? [] : chosen };
}

function describe({ question, options, multiSelect }: Question): string {
  const text = (words: string) => escapeMrkdwn(exactText(maskSecrets(words)));
  const lines = options.map(({ label, description }) =>
    description === undefined ? `• ${text(label)}` : `• *${text(label)}*: ${text(description)}`,
  );
  return [`*${text(question)}*${multiSelect ? ' (several)' : ''}`, ...lines].join('\n');
}

const titleOf = ({ question }: Question) => exactText(question);
const choiceOf = (index: number) => `question_${index + 1}`;
const otherOf = (index: number) => `question_${index + 1}_other`;
