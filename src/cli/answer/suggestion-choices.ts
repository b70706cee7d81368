/** Claude's suggestions on the command line: short names for their destinations, and the effect of each. */
import {
  editableText,
  editSuggestion,
  placeText,
  readSuggestion,
  suggestionText,
} from '../../core/wording/suggestion-text.ts';

/** The destinations of a suggestion. */
export const LEVELS = {
  session: 'session',
  local: 'localSettings',
  project: 'projectSettings',
  user: 'userSettings',
} as const;
export type Level = keyof typeof LEVELS;

/** `also allow npm run * for you in this project` */
export function describeSuggestion(candidate: unknown): string {
  const suggestion = readSuggestion(candidate) ?? {};
  return [suggestionText(suggestion), placeText(suggestion.destination)].filter(Boolean).join(' ');
}

/** The text of its only rule; undefined if there is none to edit. */
export function ruleContentOf(candidate: unknown): string | undefined {
  return editableText(readSuggestion(candidate) ?? {});
}

export function changeSuggestion(
  candidate: unknown,
  { rule, to }: { readonly rule?: string | undefined; readonly to?: Level | undefined },
): Record<string, unknown> {
  const destination = to && LEVELS[to];
  return { ...editSuggestion(readSuggestion(candidate) ?? {}, { text: rule, destination }) };
}
