/** Chooses a known model, or another one by name. */
import { useState } from 'preact/hooks';
import { modelChoices } from '../../src/core/model-choices.ts';
import { t } from '../../src/core/translate.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';

interface ModelChoiceProps {
  readonly value: string;
  /** Label of the empty choice. */
  readonly whenEmpty: string;
  /** `isKnown`: chosen from the list, not typed. */
  readonly onChange: (model: string, isKnown: boolean) => void;
}

/** Not a valid model name. */
const ANOTHER = ' ';

export function ModelChoice({ value, whenEmpty, onChange }: ModelChoiceProps) {
  const { sessions } = useStore(useHub().sessions);
  const choices = modelChoices(sessions);
  const [isTyping, setTyping] = useState(false);
  const isOther = isTyping || (value !== '' && !choices.some((one) => one.value === value));
  return (
    <>
      <label>
        <span class="label">{t('Model')}</span>
        <select
          class="field"
          value={isOther ? ANOTHER : value}
          onChange={({ currentTarget }) => {
            const isAnother = currentTarget.value === ANOTHER;
            setTyping(isAnother);
            onChange(isAnother ? '' : currentTarget.value, !isAnother);
          }}
        >
          <option value="">{whenEmpty}</option>
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
          <option value={ANOTHER}>{t('Other')}</option>
        </select>
      </label>
      {isOther && (
        <label>
          <span class="label">{t('Model name')}</span>
          <input
            class="field mono"
            value={value}
            placeholder="claude-opus-5-5"
            autocapitalize="off"
            spellcheck={false}
            onInput={(event) => onChange(event.currentTarget.value, false)}
          />
        </label>
      )}
    </>
  );
}
