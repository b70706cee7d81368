/** The part of a tool's input that a person can edit, and the input with that edit applied. */
import { t } from '../translate.ts';

type Input = Readonly<Record<string, unknown>>;

export interface EditableInput {
  /** Undefined: the whole input, as JSON. */
  readonly field: string | undefined;
  readonly label: string;
  readonly action: string;
  readonly text: string;
}

const FIELDS: Readonly<Record<string, readonly [field: string, label: string, action: string]>> = {
  Bash: ['command', t('Command'), t('Edit command')],
  Edit: ['new_string', t('New text'), t('Edit the change')],
  Write: ['content', t('Content'), t('Edit content')],
  NotebookEdit: ['new_source', t('Cell'), t('Edit cell')],
  WebFetch: ['url', t('Address'), t('Edit address')],
};

export function editableInput(toolName: string, input: Input): EditableInput {
  const [field, label, action] = FIELDS[toolName] ?? [];
  if (field && label && action && typeof input[field] === 'string') {
    return { field, label, action, text: input[field] as string };
  }
  return {
    field: undefined,
    label: t('Input, as JSON'),
    action: t('Edit input'),
    text: JSON.stringify(input, null, 2),
  };
}

export function withEdit(
  { field }: EditableInput,
  input: Input,
  text: string,
): { readonly input: Record<string, unknown> } | { readonly problem: string } {
  if (field !== undefined) return { input: { ...input, [field]: text } };
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return { input: parsed as Record<string, unknown> };
    }
    return { problem: t('The input must be a JSON object.') };
  } catch (error) {
    return { problem: t('Invalid JSON: {problem}', { problem: (error as Error).message }) };
  }
}
