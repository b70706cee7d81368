/** One field of an MCP server's form: its control, description and problem. */
import { t } from '../../src/core/translate.ts';
import type { FormField } from '../../src/core/wording/form-fields.ts';
import type { DraftValue } from './form-draft.ts';

interface FormFieldProps {
  readonly id: string;
  readonly field: FormField;
  readonly value: DraftValue;
  readonly problem: string | undefined;
  readonly onChange: (value: DraftValue) => void;
}

/** The browser's input type for each format. Format errors come from our own validation. */
const INPUT_TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};

export function FormFieldView({ id, field, value, problem, onChange }: FormFieldProps) {
  const { title, about, isRequired, type, choices } = field;
  const name = isRequired ? title : t('{title} (optional)', { title });
  const noteId = `${id}-note`;
  const notes = (
    <span id={noteId}>
      {about && <span class="muted small field-about">{about}</span>}
      {problem && (
        <span class="problem" role="alert">
          {t('This {problem}', { problem })}
        </span>
      )}
    </span>
  );
  const marks = { 'aria-describedby': noteId, 'aria-invalid': problem !== undefined };

  if (type === 'boolean') {
    return (
      <div class="check-field">
        <label class="check">
          <input
            {...marks}
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <span>{title}</span>
        </label>
        {notes}
      </div>
    );
  }
  if (type === 'choices' && choices.length > 0) {
    const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
    return (
      <fieldset aria-describedby={noteId}>
        <legend class="label">{name}</legend>
        {choices.map((choice) => (
          <label key={choice.value} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(choice.value)}
              onChange={({ currentTarget }) =>
                onChange(
                  // In the order of the form, not of the taps.
                  choices
                    .map((one) => one.value)
                    .filter((one) => (one === choice.value ? currentTarget.checked : chosen.includes(one))),
                )
              }
            />
            <span>{choice.title}</span>
          </label>
        ))}
        {notes}
      </fieldset>
    );
  }
  return (
    <div>
      <label class="label" for={id}>
        {name}
      </label>
      {type === 'choice' ? (
        <select
          {...marks}
          id={id}
          class="field"
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="" />
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...marks}
          id={id}
          class="field"
          type={INPUT_TYPES[field.format ?? ''] ?? 'text'}
          inputMode={type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : undefined}
          value={String(value)}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {notes}
    </div>
  );
}
