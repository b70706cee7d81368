/** Questions, one after the other: an option, several, words of one's own, a note; or a reply instead of answers. */
import { type Question, questionsOf } from '../../../core/questions.ts';
import type { Choice } from '../../../core/read-choices.ts';
import { exactLine, exactText } from '../../../lib/hidden-characters.ts';
import type { QuestionAnswer } from '../../../protocol/answers.ts';
import type { Interaction } from '../../../protocol/interactions.ts';
import type { Dialog } from '../dialog.ts';

type Given = Choice | Choice[] | undefined;
type Step = number | 'done' | 'other' | 'note' | 'skip' | 'reply';

interface Answered {
  readonly answer: Given;
  readonly note?: string | undefined;
}

/** Undefined when the person leaves it as it is. */
export async function questionSteps(
  ask: Pick<Interaction, 'input'>,
  dialog: Dialog,
): Promise<QuestionAnswer | undefined> {
  const questions = questionsOf(ask);
  const answered: Answered[] = [];
  while (answered.length < questions.length) {
    const question = questions[answered.length] as Question;
    const step = await askOne(question, `${answered.length + 1} of ${questions.length}`, dialog);
    if (step === undefined && answered.length === 0) return undefined;
    if (step === undefined) answered.pop();
    else if ('reply' in step) return step;
    else answered.push(step);
  }
  const given = questions.map((question, index) => [question.question, answered[index]] as const);
  return {
    answers: Object.fromEntries(given.flatMap(([name, one]) => (one?.answer ? [[name, one.answer]] : []))),
    ...notesOf(given),
  };
}

function notesOf(given: readonly (readonly [string, Answered | undefined])[]): {
  notes?: Record<string, string>;
} {
  const notes = given.flatMap(([name, one]) => (one?.note ? [[name, one.note]] : []));
  return notes.length > 0 ? { notes: Object.fromEntries(notes) } : {};
}

/** Undefined to go back to the question before. */
async function askOne(
  question: Question,
  place: string,
  dialog: Dialog,
): Promise<Answered | { reply: string } | undefined> {
  let note: string | undefined;
  let others: readonly string[] = [];
  let ticked: readonly Step[] = [];
  const title = `${exactText(question.question)}${place === '1 of 1' ? '' : ` (${place})`}`;
  for (;;) {
    const chosen = await dialog.choose({ title, choices: choicesOf(question, ticked, others, note) });
    if (!chosen) return undefined;
    ticked = chosen.ticked;
    const labels = () =>
      question.options.filter((_, index) => ticked.includes(index)).map(({ label }) => label);
    switch (chosen.value) {
      case 'skip':
        return { answer: undefined, note };
      case 'done': {
        const all: Choice[] = [...labels(), ...others.map((other) => ({ other }))];
        return { answer: all.length > 0 ? all : undefined, note };
      }
      case 'note':
        note = (await dialog.ask('A note beside the answer:', note)) ?? note;
        break;
      case 'reply': {
        const reply = await dialog.ask('Say instead:');
        if (reply !== undefined) return { reply };
        break;
      }
      case 'other': {
        const words = await dialog.ask('Your own words:');
        if (words === undefined) break;
        if (!question.multiSelect) return { answer: { other: words }, note };
        others = [...others, words];
        break;
      }
      default:
        return { answer: question.options[chosen.value]?.label, note };
    }
  }
}

function choicesOf(
  { options, multiSelect }: Question,
  ticked: readonly Step[],
  others: readonly string[],
  note: string | undefined,
) {
  return [
    ...options.map(({ label, description }, index) => ({
      value: index as Step,
      label: exactLine(label),
      hint: description === undefined ? undefined : exactText(description),
      ...(multiSelect && { isTicked: ticked.includes(index) }),
    })),
    {
      value: 'other' as Step,
      label: others.length > 0 ? `Your own words: ${exactLine(others.join(', '))}` : 'Your own words',
      letter: 'o',
    },
    ...(multiSelect ? [{ value: 'done' as Step, label: 'Done', letter: 'd' }] : []),
    {
      value: 'note' as Step,
      label: note === undefined ? 'Add a note' : `Note: ${exactLine(note)}`,
      letter: 'n',
    },
    { value: 'skip' as Step, label: 'Skip this question', letter: 's' },
    { value: 'reply' as Step, label: 'Say something else instead', letter: 'r' },
  ];
}
