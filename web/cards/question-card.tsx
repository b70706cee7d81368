/** Claude's questions, one step each: options, a custom answer, a note, or a reply instead. */
import { useState } from 'preact/hooks';
import {
  choose,
  chooseOther,
  EMPTY_DRAFT,
  isAnswered,
  type QuestionDraft,
  toAnswer,
} from '../../src/core/interactions/question-draft.ts';
import { type Question, questionsOf } from '../../src/core/questions.ts';
import { t } from '../../src/core/translate.ts';
import { exactText } from '../../src/core/wording/exact-text.ts';
import { useFocusWhenShown } from '../parts/use-focus-when-shown.ts';
import { CardActions } from './card-actions.tsx';
import type { CardProps } from './card-props.ts';
import { TextArea } from './text-area.tsx';
import { useCardState } from './use-card-state.ts';
import { useMay } from './use-may.ts';

export function QuestionCard({ card, onAnswer }: CardProps) {
  const { interaction, phase } = card;
  const questions = questionsOf(interaction);
  const may = useMay(card);
  const [step, setStep] = useCardState(card, 'step', 0);
  const [drafts, setDrafts] = useCardState<readonly QuestionDraft[]>(
    card,
    'drafts',
    questions.map(() => EMPTY_DRAFT),
  );
  const [reply, setReply] = useCardState<string | undefined>(card, 'reply', undefined);
  const [isSkipping, setSkipping] = useState(false);
  const [noted, setNoted] = useCardState<readonly number[]>(card, 'noted', []);
  const hasNote = noted.includes(step);
  const question = questions[step];
  const draft = drafts[step] ?? EMPTY_DRAFT;
  const isLast = step >= questions.length - 1;
  const replyField = useFocusWhenShown<HTMLTextAreaElement>(reply !== undefined);
  const change = (next: QuestionDraft) => setDrafts(drafts.with(step, next));

  if (reply !== undefined) {
    return (
      <>
        <h3>{exactText(question?.question ?? '')}</h3>
        <TextArea
          label={t('Your reply instead of answers')}
          rows={3}
          value={reply}
          onChange={setReply}
          field={replyField}
        />
        <CardActions
          decide={[
            { label: t('Back'), onClick: () => setReply(undefined) },
            {
              label: t('Send reply'),
              look: 'primary',
              isDisabled: reply.trim() === '',
              onClick: () => onAnswer({ reply: reply.trim() }),
            },
          ]}
        />
      </>
    );
  }

  if (isSkipping) {
    return (
      <>
        <h3>{exactText(question?.question ?? '')}</h3>
        <p>{t('Claude continues without your answer. You cannot answer later.')}</p>
        <CardActions
          decide={[
            { label: t('Back'), onClick: () => setSkipping(false) },
            {
              label:
                phase === 'sending'
                  ? t('Sending…')
                  : questions.length > 1
                    ? t('Skip all questions')
                    : t('Skip the question'),
              look: 'danger',
              onClick: () => onAnswer({ answers: {} }),
            },
          ]}
        />
      </>
    );
  }

  if (!question) return <p>{t('This page cannot show Claude’s question. Answer it in the terminal.')}</p>;
  return (
    <>
      <p class="small muted">
        {exactText(question.header ?? '')}
        {questions.length > 1 && question.header && ' · '}
        {questions.length > 1 && t('question {n} of {count}', { n: step + 1, count: questions.length })}
      </p>
      <h3 id={`q-${interaction.id}-${step}`} dir="auto">
        {exactText(question.question)}
      </h3>
      <Options
        step={step}
        name={`${interaction.id}-${step}`}
        question={question}
        draft={draft}
        isDisabled={!may.answer}
        hasNote={hasNote}
        onChange={change}
      />
      {may.answer && (
        <CardActions
          extras={[
            !hasNote && { label: t('Add a note'), onClick: () => setNoted([...noted, step]) },
            { label: t('Reply instead'), onClick: () => setReply('') },
            { label: t('Skip'), onClick: () => setSkipping(true) },
          ]}
          decide={[
            step > 0 && { label: t('Back'), onClick: () => setStep(step - 1) },
            {
              label: phase === 'sending' ? t('Sending…') : isLast ? t('Send answer') : t('Next'),
              keyName: 'a',
              look: 'primary',
              isDisabled: !isAnswered(draft),
              onClick: () => (isLast ? onAnswer(toAnswer(questions, drafts)) : setStep(step + 1)),
            },
          ]}
        />
      )}
    </>
  );
}

interface OptionsProps {
  readonly step: number;
  readonly name: string;
  readonly question: Question;
  readonly draft: QuestionDraft;
  readonly isDisabled: boolean;
  readonly hasNote: boolean;
  readonly onChange: (draft: QuestionDraft) => void;
}

function Options({ step, name, question, draft, isDisabled, hasNote, onChange }: OptionsProps) {
  const { options, multiSelect } = question;
  const first = useFocusWhenShown<HTMLInputElement>(step);
  // Each step has its own fields.
  const other = useFocusWhenShown<HTMLInputElement>(draft.hasOther && `other ${step}`);
  const note = useFocusWhenShown<HTMLInputElement>(hasNote && `note ${step}`);
  const type = multiSelect ? 'checkbox' : 'radio';
  return (
    <fieldset class="options" aria-label={question.question} disabled={isDisabled}>
      {options.map(({ label, description }, index) => (
        <label key={`${step} ${label}`} class="option">
          <input
            ref={index === 0 ? first : null}
            type={type}
            name={name}
            checked={draft.chosen.includes(label)}
            onChange={() => onChange(choose(draft, label, multiSelect))}
          />
          <span dir="auto">
            <span class="option-label">{exactText(label)}</span>
            {description && <span class="muted small option-about">{exactText(description)}</span>}
          </span>
          <span class="option-key mono" aria-hidden="true">
            {index + 1}
          </span>
        </label>
      ))}
      <label class="option">
        <input
          type={type}
          name={name}
          checked={draft.hasOther}
          onChange={(event) => onChange(chooseOther(draft, multiSelect, event.currentTarget.checked))}
        />
        <span class="option-label">{t('Other')}</span>
        <span class="option-key mono" aria-hidden="true">
          {options.length + 1}
        </span>
      </label>
      {draft.hasOther && (
        <input
          ref={other}
          class="field"
          dir="auto"
          aria-label={t('Your own answer')}
          value={draft.other}
          onInput={(event) => onChange({ ...draft, other: event.currentTarget.value })}
        />
      )}
      {hasNote && (
        <input
          ref={note}
          class="field"
          dir="auto"
          aria-label={t('Note for Claude')}
          placeholder={t('Note for Claude')}
          value={draft.note}
          onInput={(event) => onChange({ ...draft, note: event.currentTarget.value })}
        />
      )}
    </fieldset>
  );
}
