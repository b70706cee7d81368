/** The choices for a new session that few starts need, folded away. */
import { useEffect, useRef } from 'preact/hooks';
import {
  type FieldName,
  type FormValues,
  isOffered,
  MORE_FIELDS,
} from '../../src/core/new-session/form-fields.ts';
import { FormInput } from './form-input.tsx';

interface MoreFieldsProps {
  readonly values: FormValues;
  /** Another template was filled in: what it has chosen here is to be seen. */
  readonly template: string;
  readonly onChange: (name: FieldName, value: string) => void;
}

export function MoreFields({ values, template, onChange }: MoreFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const fields = MORE_FIELDS.filter((field) => isOffered(field, values));
  const chosen = fields.filter(({ name }) => values[name] !== '').length;
  useEffect(() => {
    if (details.current && template !== '' && chosen > 0) details.current.open = true;
  }, [template]);
  return (
    <details class="more" ref={details}>
      <summary>More{chosen > 0 && <span class="muted">{`${chosen} chosen`}</span>}</summary>
      <div class="pair">
        {fields.map((field) => (
          <FormInput
            key={field.name}
            field={field}
            value={values[field.name]}
            onChange={(value) => onChange(field.name, value)}
          />
        ))}
      </div>
    </details>
  );
}
