/** A plan to read, approve with a mode, edit, or reject with comments on its lines. */
import { type LineComment, planFeedback, withFeedback } from '../../src/core/interactions/plan-feedback.ts';
import { t } from '../../src/core/translate.ts';
import { exactText } from '../../src/core/wording/exact-text.ts';
import { modeText } from '../../src/core/wording/suggestion-text.ts';
import type { PlanAnswer } from '../../src/protocol/answers.ts';
import { PLAN_MODES } from '../../src/protocol/permission-modes.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { useFocusWhenShown } from '../parts/use-focus-when-shown.ts';
import { CardActions } from './card-actions.tsx';
import type { CardProps } from './card-props.ts';
import { PlanLines } from './plan-lines.tsx';
import { TextArea } from './text-area.tsx';
import { useCardState } from './use-card-state.ts';
import { useMay } from './use-may.ts';

type Mode = 'read' | 'comment' | 'edit';

export function PlanCard({ card, onAnswer }: CardProps) {
  const { interaction, answer } = card;
  const plan = typeof interaction.input['plan'] === 'string' ? interaction.input['plan'] : '';
  const may = useMay(card);
  const [mode, setMode] = useCardState<Mode>(card, 'mode', 'read');
  const [next, setNext] = useCardState<PlanAnswer['mode']>(card, 'next', undefined);
  const [edited, setEdited] = useCardState(card, 'edited', plan);
  const [comments, setComments] = useCardState<readonly LineComment[]>(card, 'comments', []);
  const [general, setGeneral] = useCardState(card, 'general', '');
  const editor = useFocusWhenShown<HTMLTextAreaElement>(mode === 'edit');
  const overall = useFocusWhenShown<HTMLTextAreaElement>(mode === 'comment');
  const feedback = planFeedback(plan, comments, general);
  const sent = answer && 'decision' in answer ? answer.decision : undefined;
  const isEdited = mode === 'edit' && edited !== plan;
  // An approval carries no text except the plan.
  const approved = may.change ? withFeedback(isEdited ? edited : plan, feedback) : plan;
  const approveLabel = isEdited
    ? t('Approve with edits')
    : approved !== plan
      ? t('Approve with comments')
      : t('Approve');
  const reject = () => onAnswer({ decision: 'reject', ...(feedback && { feedback }) });
  const approve = () =>
    onAnswer({
      decision: 'approve',
      ...(next && { mode: next }),
      ...(approved !== plan && { plan: approved }),
    });

  return (
    <>
      <h3>{t('Claude has a plan')}</h3>
      {mode === 'edit' ? (
        <textarea
          ref={editor}
          class="field mono"
          aria-label={t('Plan')}
          rows={16}
          value={edited}
          onInput={(event) => setEdited(event.currentTarget.value)}
        />
      ) : mode === 'comment' ? (
        <PlanLines plan={exactText(plan)} comments={comments} onChange={setComments} />
      ) : (
        <div class="plan">
          {plan === '' ? (
            <p class="muted">{t('This plan has no text. Read Claude’s proposal in the conversation.')}</p>
          ) : (
            <Markdown text={exactText(plan)} />
          )}
        </div>
      )}
      {may.answer && mode === 'comment' && (
        <TextArea
          label={t('Overall feedback')}
          rows={2}
          value={general}
          onChange={setGeneral}
          field={overall}
        />
      )}
      {may.answer && feedback !== '' && mode !== 'comment' && (
        <p class="notice blue">
          <span>
            {may.change
              ? t('Your comments are sent with either answer.')
              : t('Your comments are sent if you reject the plan. An approval does not carry them.')}
          </span>
        </p>
      )}
      {may.answer && may.change && mode !== 'comment' && (
        <label>
          <span class="label">{t('Mode after approval')}</span>
          <select
            class="field"
            value={next ?? ''}
            onChange={(event) => setNext((event.currentTarget.value || undefined) as PlanAnswer['mode'])}
          >
            <option value="">{t('Previous mode')}</option>
            {PLAN_MODES.map((one) => (
              <option key={one} value={one}>
                {modeText(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      {may.answer && (
        <CardActions
          extras={[
            mode === 'edit' && { label: t('Back to the plan'), onClick: () => setMode('read') },
            mode === 'read' &&
              may.change && { label: t('Edit'), keyName: 'e', onClick: () => setMode('edit') },
            mode === 'read' && { label: t('Comment'), onClick: () => setMode('comment') },
          ]}
          decide={
            mode === 'comment'
              ? [
                  { label: t('Back'), onClick: () => setMode('read') },
                  {
                    label: sent === 'reject' ? t('Sending…') : t('Send feedback'),
                    keyName: 'd',
                    look: 'primary',
                    isDisabled: feedback === '',
                    onClick: reject,
                  },
                ]
              : [
                  { label: sent === 'reject' ? t('Rejecting…') : t('Reject'), keyName: 'd', onClick: reject },
                  {
                    label: sent === 'approve' ? t('Approving…') : approveLabel,
                    keyName: 'a',
                    look: 'primary',
                    onClick: approve,
                  },
                ]
          }
        />
      )}
    </>
  );
}
