/** One field of the form for a new session. */
import { useId } from 'preact/hooks';
import { choicesOf, type FormField } from '../../src/core/new-session/form-fields.ts';
import { t } from '../../src/core/translate.ts';
import { ModelChoice } from '../parts/model-choice.tsx';

interface FormInputProps {
  readonly field: FormField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function FormInput({ field, value, onChange }: FormInputProps) {
  const id = useId();
  const { label, kind, whenEmpty = '', example, isCode, isWide } = field;
  if (kind === 'model') return <ModelChoice value={value} whenEmpty={whenEmpty} onChange={onChange} />;
  if (kind === 'tick') {
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value !== ''}
          onChange={(event) => onChange(event.currentTarget.checked ? 'on' : '')}
        />
        <span>{label}</span>
      </label>
    );
  }
  const text = {
    id,
    value,
    class: isCode || kind === 'number' ? 'field mono' : 'field',
    placeholder: example === undefined ? whenEmpty : t('for example {example}', { example }),
    ...(isCode && { autocapitalize: 'off' as const, spellcheck: false }),
  };
  return (
    <div class={isWide || kind === 'lines' ? 'wide' : undefined}>
      <label class="label" for={id}>
        {label}
      </label>
      {kind === 'choice' ? (
        <select id={id} class="field" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {choicesOf(field, value).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : kind === 'lines' ? (
        <textarea {...text} rows={2} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          {...text}
          {...(kind === 'number' && { inputMode: 'decimal' as const })}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
