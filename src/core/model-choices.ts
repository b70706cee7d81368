/**
 * The models to choose from: Claude Code's names for the newest of each family, and models seen in sessions.
 */
import { modelName } from './conversation/model-name.ts';

/** As listed by Claude Code 2.1.325. */
export const MODEL_ALIASES = ['opus', 'fable', 'sonnet', 'haiku'] as const;

/** From the newest sessions. */
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
