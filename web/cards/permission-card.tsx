/** A permission request: the tool call in full, editable, with Claude's suggestions and a reason to deny. */
import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { editableInput, withEdit } from '../../src/core/interactions/editable-input.ts';
import { t } from '../../src/core/translate.ts';
import { dangersOf } from '../../src/core/wording/dangers.ts';
import { shortHome } from '../../src/core/wording/shown-path.ts';
import { readSuggestion, type Suggestion } from '../../src/core/wording/suggestion-text.ts';
import { describeTool } from '../../src/core/wording/tool-text.ts';
import { useHub } from '../hub/page-hub.ts';
import { Breakable } from '../parts/breakable.tsx';
import { tx } from '../parts/tx.tsx';
import { useFocusWhenShown } from '../parts/use-focus-when-shown.ts';
import { Warning } from '../parts/warning.tsx';
import { CardActions } from './card-actions.tsx';
import type { CardProps } from './card-props.ts';
import { Suggestions } from './suggestions.tsx';
import { TextArea } from './text-area.tsx';
import { ToolInput } from './tool-input.tsx';
import { useCardState } from './use-card-state.ts';
import { useMay } from './use-may.ts';

const RuleFromCard = lazy(() =>
  import('../rules/rule-from-card.tsx').then(({ RuleFromCard }) => ({ default: RuleFromCard })),
);

type Mode = 'look' | 'edit' | 'deny';

export function PermissionCard({ card, cwd, onAnswer }: CardProps) {
  const { interaction, answer } = card;
  const { tool_name = '', input, suggestions } = interaction;
  const may = useMay(card);
  const hub = useHub();
  const [isRuling, setRuling] = useState(false);
  const [mode, setMode] = useCardState<Mode>(card, 'mode', 'look');
  const [apply, setApply] = useState<readonly Suggestion[]>([]);
  const editable = editableInput(tool_name, input);
  const [edited, setEdited] = useCardState(card, 'edited', editable.text);
  const [words, setWords] = useCardState(card, 'words', '');
  const [isEnd, setEnd] = useCardState(card, 'isEnd', false);
  const field = useFocusWhenShown<HTMLTextAreaElement>(mode !== 'look' && mode);
  const change = mode === 'edit' ? withEdit(editable, input, edited) : { input };
  const dangers = dangersOf(tool_name, 'input' in change ? change.input : input, cwd);
  const { wish } = describeTool(tool_name, input, cwd);

  const isChanged = mode === 'edit' && edited !== editable.text;
  const allow = () => {
    if ('problem' in change) return;
    onAnswer({
      decision: 'allow',
      ...(isChanged && { input: change.input }),
      ...(apply.length > 0 && { apply: apply as Record<string, unknown>[] }),
    });
  };
  const deny = () =>
    onAnswer({
      decision: 'deny',
      ...(words.trim() && { message: words.trim() }),
      ...(isEnd && { interrupt: true }),
    });
  // A dangerous request is decided by a person, each time. Rules are those of this hub.
  const isPlain = dangers.length === 0 && !interaction.flags?.length && !interaction.without_hook;
  const mayRule = isPlain && hub.maySteer() && !hub.sessions.get(interaction.session_id)?.host_state;
  const sent = answer && 'decision' in answer ? answer.decision : undefined;
  const denyLabel = sent === 'deny' ? t('Denying…') : t('Deny');

  const folder = (
    <code>
      <Breakable text={shortHome(cwd)} />
    </code>
  );

  return (
    <>
      <h3>{wish}</h3>
      {isRuling && (
        <Suspense fallback={null}>
          <RuleFromCard
            interaction={interaction}
            cwd={cwd}
            onAllow={() => onAnswer({ decision: 'allow' })}
            onClose={() => setRuling(false)}
          />
        </Suspense>
      )}
      {mode === 'edit' ? (
        <TextArea
          label={editable.label}
          rows={Math.min(16, Math.max(3, edited.split('\n').length + 1))}
          value={edited}
          onChange={setEdited}
          field={field}
          isExact
        >
          {'problem' in change && <span class="problem">{change.problem}</span>}
        </TextArea>
      ) : (
        <ToolInput name={tool_name} input={input} cwd={cwd} />
      )}
      <p class="muted small">
        {interaction.agent_id === undefined
          ? tx('in {folder}', { folder })
          : tx('requested by a subagent, in {folder}', { folder })}
      </p>
      {dangers.length > 0 && <Warning words={dangers.join(' ')} />}
      {mode === 'deny' && (
        <div class="deny-words">
          <TextArea
            label={t('What should Claude do instead?')}
            rows={2}
            value={words}
            onChange={setWords}
            field={field}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={isEnd}
              onChange={(event) => setEnd(event.currentTarget.checked)}
            />
            <span>{t('Also stop the turn')}</span>
          </label>
        </div>
      )}
      {may.answer && mode !== 'deny' && suggestions.length > 0 && (
        <Suggestions
          suggestions={suggestions.flatMap((one) => readSuggestion(one) ?? [])}
          mayChange={may.change}
          onChange={setApply}
        />
      )}
      {may.answer && (
        <CardActions
          extras={
            mode === 'deny'
              ? undefined
              : [
                  mode === 'edit' && { label: t('Back'), onClick: () => setMode('look') },
                  mode === 'look' &&
                    may.change && { label: editable.action, keyName: 'e', onClick: () => setMode('edit') },
                  mode === 'look' && { label: t('Deny with a reason'), onClick: () => setMode('deny') },
                  mode === 'look' &&
                    mayRule && { label: t('Always allow like this'), onClick: () => setRuling(true) },
                ]
          }
          decide={
            mode === 'deny'
              ? [
                  { label: t('Back'), onClick: () => setMode('look') },
                  { label: denyLabel, keyName: 'd', look: 'primary', onClick: deny },
                ]
              : [
                  { label: denyLabel, keyName: 'd', onClick: deny },
                  {
                    label: sent === 'allow' ? t('Allowing…') : isChanged ? t('Allow with edits') : t('Allow'),
                    keyName: dangers.length > 0 ? 'a-careful' : 'a',
                    look: dangers.length > 0 ? 'danger' : 'primary',
                    isDisabled: 'problem' in change,
                    onClick: allow,
                  },
                ]
          }
        />
      )}
    </>
  );
}
