/** A form to fill in for an MCP server, or a URL to visit. */
import { useState } from 'preact/hooks';
import { formProblems } from '../../src/core/check-form.ts';
import { interactionDefinition } from '../../src/core/interactions/interaction-definitions.ts';
import { t } from '../../src/core/translate.ts';
import { exactText } from '../../src/core/wording/exact-text.ts';
import { formFieldsOf } from '../../src/core/wording/form-fields.ts';
import { CardActions } from './card-actions.tsx';
import type { CardProps } from './card-props.ts';
import { beginDraft, formContent } from './form-draft.ts';
import { FormFieldView } from './form-field.tsx';
import { useCardState } from './use-card-state.ts';
import { useMay } from './use-may.ts';

export function FormCard({ card, onAnswer }: CardProps) {
  const { interaction, phase } = card;
  const { message, requested_schema, url } = interaction.input;
  const from = interactionDefinition(interaction.kind).from?.(interaction);
  const may = useMay(card);
  const fields = formFieldsOf(interaction);
  const [draft, setDraft] = useCardState(card, 'draft', beginDraft(fields));
  /** Problems are shown only after the first submit. */
  const [isChecked, setChecked] = useState(false);
  const content = formContent(fields, draft);
  const problems = url === undefined ? formProblems(requested_schema, content) : [];

  const submit = (event: Event) => {
    event.preventDefault();
    setChecked(true);
    const [first] = problems;
    if (first) document.getElementById(idOf(first.field))?.focus();
    else onAnswer({ action: 'accept', ...(url === undefined && { content }) });
  };
  const idOf = (name: string) => `${interaction.id}-${name}`;

  return (
    <form onSubmit={submit} noValidate class="card-form">
      <h3>{exactText(String(message ?? t('An MCP server needs your input')))}</h3>
      {from && <p class="muted small">{from}</p>}
      {typeof url === 'string' && (
        <a class="code outside" href={safeAddress(url)} target="_blank" rel="noopener noreferrer">
          {exactText(url)}
        </a>
      )}
      {fields.map((field) => (
        <FormFieldView
          key={field.name}
          id={idOf(field.name)}
          field={field}
          value={draft[field.name] ?? ''}
          problem={isChecked ? problems.find((one) => one.field === field.name)?.words : undefined}
          onChange={(value) => setDraft({ ...draft, [field.name]: value })}
        />
      ))}
      {may.answer && (
        <CardActions
          extras={[{ label: t('Cancel'), onClick: () => onAnswer({ action: 'cancel' }) }]}
          decide={[
            { label: t('Decline'), keyName: 'd', onClick: () => onAnswer({ action: 'decline' }) },
            {
              label: phase === 'sending' ? t('Sending…') : url === undefined ? t('Send') : t('Done'),
              keyName: 'a',
              look: 'primary',
            },
          ]}
        />
      )}
    </form>
  );
}

/** Only http and https URLs become links. */
function safeAddress(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined;
}
