/** A plan to read, approve with a mode, edit, or reject with comments on its lines. */
import { useState } from 'preact/hooks';
import { planFeedback } from '../../src/core/interactions/plan-feedback.ts';
import { exactText } from '../../src/core/wording/exact-text.ts';
import { modeText } from '../../src/core/wording/suggestion-text.ts';
import type { PlanAnswer } from '../../src/protocol/answers.ts';
import { PLAN_MODES } from '../../src/protocol/permission-modes.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { CardActions } from './card-actions.tsx';
import type { CardProps } from './card-props.ts';
import { PlanLines } from './plan-lines.tsx';
import { TextArea } from './text-area.tsx';
import { useMay } from './use-may.ts';

type Mode = 'read' | 'comment' | 'edit';

export function PlanCard({ card, onAnswer }: CardProps) {
  const { interaction, answer } = card;
  const plan = typeof interaction.input['plan'] === 'string' ? interaction.input['plan'] : '';
  const may = useMay(card);
  const [mode, setMode] = useState<Mode>('read');
  const [next, setNext] = useState<PlanAnswer['mode']>();
  const [edited, setEdited] = useState(plan);
  const [comments, setComments] = useState<ReadonlyMap<number, string>>(new Map());
  const [general, setGeneral] = useState('');
  const feedback = planFeedback(
    plan,
    [...comments].map(([line, words]) => ({ line, words })),
    general,
  );
  const sent = answer && 'decision' in answer ? answer.decision : undefined;
  const isChanged = mode === 'edit' && edited !== plan;
  const reject = () => onAnswer({ decision: 'reject', ...(feedback && { feedback }) });
  const approve = () =>
    onAnswer({
      decision: 'approve',
      ...(next && { mode: next }),
      ...(isChanged && { plan: edited }),
    });

  return (
    <>
      <h3>Claude has a plan</h3>
      {mode === 'edit' ? (
        <textarea
          class="field mono"
          aria-label="Plan"
          rows={16}
          value={edited}
          onInput={(event) => setEdited(event.currentTarget.value)}
        />
      ) : mode === 'comment' ? (
        <PlanLines plan={exactText(plan)} comments={comments} onChange={setComments} />
      ) : (
        <div class="plan">
          {plan === '' ? (
            <p class="muted">This plan has no text. Read Claude’s proposal in the conversation.</p>
          ) : (
            <Markdown text={exactText(plan)} />
          )}
        </div>
      )}
      {may.answer && mode === 'comment' && (
        <TextArea label="Overall feedback" rows={2} value={general} onChange={setGeneral} />
      )}
      {may.answer && may.change && mode !== 'comment' && (
        <label>
          <span class="label">Mode after approval</span>
          <select
            class="field"
            value={next ?? ''}
            onChange={(event) => setNext((event.currentTarget.value || undefined) as PlanAnswer['mode'])}
          >
            <option value="">Previous mode</option>
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
            mode === 'edit' && { label: 'Back to the plan', onClick: () => setMode('read') },
            mode === 'read' && may.change && { label: 'Edit', keyName: 'e', onClick: () => setMode('edit') },
            mode === 'read' && { label: 'Comment', onClick: () => setMode('comment') },
          ]}
          decide={
            mode === 'comment'
              ? [
                  { label: 'Back', onClick: () => setMode('read') },
                  {
                    label: sent === 'reject' ? 'Sending…' : 'Send feedback',
                    keyName: 'd',
                    look: 'primary',
                    isDisabled: feedback === '',
                    onClick: reject,
                  },
                ]
              : [
                  { label: sent === 'reject' ? 'Rejecting…' : 'Reject', keyName: 'd', onClick: reject },
                  {
                    label: sent === 'approve' ? 'Approving…' : isChanged ? 'Approve with edits' : 'Approve',
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
