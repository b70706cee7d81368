/** Claude's suggestions as the command line names them: where they can be kept by short names, and what each would do. */
import {
  editableText,
  editSuggestion,
  placeWords,
  readSuggestion,
  suggestionWords,
} from '../../core/words/suggestion-words.ts';

/** Where a suggestion can be kept. */
export const LEVELS = {
  session: 'session',
  local: 'localSettings',
  project: 'projectSettings',
  user: 'userSettings',
} as const;
export type Level = keyof typeof LEVELS;

/** `also allow npm run * for this project, on this machine` */
export function describeSuggestion(candidate: unknown): string {
  const suggestion = readSuggestion(candidate) ?? {};
  return [suggestionWords(suggestion), placeWords(suggestion.destination)].filter(Boolean).join(' ');
}

/** The text of its one rule; undefined where there is none to edit. */
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
