/** A form that an MCP server asks to have filled in, or an address it asks to have visited. */
import { useState } from 'preact/hooks';
import type { AskProps } from './ask-props.ts';
import {
  checkForm,
  type FormField,
  type FormValues,
  formContent,
  initialValues,
  readForm,
} from './form-fields.ts';
import { useMay } from './use-may.ts';

export function FormAsk({ card, onAnswer }: AskProps) {
  const { interaction, phase } = card;
  const { mcp_server_name, message, requested_schema, url } = interaction.input;
  const may = useMay(card);
  const fields = readForm(requested_schema);
  const [values, setValues] = useState<FormValues>(() => initialValues(fields));
  const [isChecked, setChecked] = useState(false);
  const problems = isChecked ? checkForm(fields, values) : {};

  const submit = (event: Event) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(checkForm(fields, values)).length > 0) return;
    onAnswer({ action: 'accept', ...(url === undefined && { content: formContent(fields, values) }) });
  };

  return (
    <form onSubmit={submit} noValidate class="card-form">
      <h3>{String(message ?? 'A server asks something')}</h3>
      <p class="muted small">asked by the server {String(mcp_server_name ?? '')}</p>
      {typeof url === 'string' && (
        <a class="code outside" href={safeAddress(url)} target="_blank" rel="noopener noreferrer">
          {url}
        </a>
      )}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={problems[field.name]}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {may.answer && (
        <footer class="actions">
          <div class="extras">
            <button type="button" class="text-button" onClick={() => onAnswer({ action: 'cancel' })}>
              Cancel
            </button>
          </div>
          <div class="decide">
            <button
              type="button"
              class="button large"
              data-key="d"
              onClick={() => onAnswer({ action: 'decline' })}
            >
              Decline
            </button>
            <button type="submit" class="button large primary" data-key="a">
              {phase === 'sending' ? 'Sending' : url === undefined ? 'Send' : 'Done'}
            </button>
          </div>
        </footer>
      )}
    </form>
  );
}

interface FieldProps {
  readonly field: FormField;
  readonly value: string | boolean;
  readonly problem: string | undefined;
  readonly onChange: (value: string | boolean) => void;
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};

function Field({ field, value, problem, onChange }: FieldProps) {
  const { label, help, isRequired, kind, format, choices } = field;
  if (kind === 'switch') {
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          {label} {help && <span class="muted small">{help}</span>}
        </span>
      </label>
    );
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the one or the other below
    <label>
      <span class="label">
        {label}
        {!isRequired && ' (if you like)'}
      </span>
      {kind === 'choice' ? (
        <select class="field" value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="" />
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          class="field"
          type={INPUT_TYPES[format ?? ''] ?? 'text'}
          inputMode={kind === 'integer' ? 'numeric' : kind === 'number' ? 'decimal' : undefined}
          value={String(value)}
          onInput={(event) => onChange(event.currentTarget.value)}
          aria-invalid={problem !== undefined}
        />
      )}
      {help && <span class="muted small">{help}</span>}
      {problem && <span class="problem">{problem}</span>}
    </label>
  );
}

/** Only addresses of the web are worth a tap. */
function safeAddress(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined;
}
