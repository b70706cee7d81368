/** Which models a person is offered: the names that Claude Code has for the newest of each family, and those seen in sessions. */
import { modelName } from './conversation/model-name.ts';

/** As Claude Code 2.1.325 lists them. */
const MODEL_ALIASES = ['opus', 'fable', 'sonnet', 'haiku'] as const;

/** Of the newest sessions. */
const MOST_SEEN = 6;

export interface ModelChoice {
  readonly value: string;
  readonly label: string;
}

export function modelChoices(sessions: readonly { readonly model?: string | undefined }[]): ModelChoice[] {
  const seen = new Set(sessions.flatMap(({ model }) => (model?.startsWith('claude-') ? [model] : [])));
  return [
    ...MODEL_ALIASES.map((value) => ({ value, label: value })),
    ...[...seen].slice(0, MOST_SEEN).map((value) => ({ value, label: modelName(value) })),
  ];
}
