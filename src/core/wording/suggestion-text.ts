/** Claude Code's permission suggestions in words, and how to edit one. */

import { exactTexts } from '../../lib/hidden-characters.ts';
import type { PermissionMode } from '../../protocol/permission-modes.ts';
import { t } from '../translate.ts';

export interface Suggestion {
  readonly type?: string;
  readonly rules?: readonly { readonly toolName?: string; readonly ruleContent?: string }[];
  readonly directories?: readonly string[];
  readonly mode?: string;
  readonly behavior?: string;
  readonly destination?: string;
}

const PLACES: Readonly<Record<string, string>> = {
  session: t('for this session'),
  localSettings: t('for you in this project'),
  projectSettings: t('for everyone in this project'),
  userSettings: t('in all your projects'),
};

const MODES: Readonly<Record<PermissionMode, string>> = {
  default: t('Manual'),
  acceptEdits: t('Accept edits'),
  plan: t('Plan'),
  auto: t('Auto'),
  dontAsk: t("Don't ask"),
  bypassPermissions: t('Bypass permissions'),
};

const BEHAVIORS: Readonly<Record<string, string>> = {
  allow: t('also allow'),
  ask: t('also ask'),
  deny: t('also deny'),
};

export const DESTINATIONS = Object.keys(PLACES);

export function readSuggestion(candidate: unknown): Suggestion | undefined {
  return typeof candidate === 'object' && candidate !== null ? (candidate as Suggestion) : undefined;
}

export function placeText(destination: string | undefined): string {
  return PLACES[destination ?? ''] ?? destination ?? '';
}

export function modeText(mode: string | undefined): string {
  return (MODES as Readonly<Record<string, string>>)[mode ?? ''] ?? mode ?? '';
}

/** A suggestion in words. `code` is the part to read letter by letter: a command or a path. */
export interface SuggestionParts {
  readonly words: string;
  readonly code?: string;
  readonly after?: string;
}

/** `also allow` and `npm run *`. The destination is separate, since it can be changed. */
export function suggestionParts(suggestion: Suggestion): SuggestionParts {
  return exactTexts(partsOf(suggestion));
}

function partsOf(suggestion: Suggestion): SuggestionParts {
  const { type, rules = [], directories = [], mode, behavior = 'allow' } = suggestion;
  switch (type) {
    case 'addRules':
    case 'replaceRules':
      return {
        words: BEHAVIORS[behavior] ?? t('also {behavior}', { behavior }),
        code: rules.map(describeRule).join(', '),
      };
    case 'removeRules':
      return { words: t('remove the rule'), code: rules.map(describeRule).join(', ') };
    case 'addDirectories':
      return { words: t('also work in'), code: directories.join(', ') };
    case 'removeDirectories':
      return { words: t('no longer work in'), code: directories.join(', ') };
    case 'setMode':
      return { words: t('switch to {mode} mode', { mode: modeText(mode) }) };
    default:
      return { words: type ?? t('an unknown suggestion') };
  }
}

export function suggestionText(suggestion: Suggestion): string {
  const { words, code, after } = suggestionParts(suggestion);
  return [words, code, after].filter(Boolean).join(' ');
}

function describeRule({ toolName = '', ruleContent }: { toolName?: string; ruleContent?: string }): string {
  if (ruleContent === undefined) return toolName;
  return toolName === 'Bash' ? ruleContent : `${toolName} ${ruleContent}`;
}

/** The one editable text of a suggestion; undefined if there is none. */
export function editableText({ type, rules = [] }: Suggestion): string | undefined {
  return type === 'addRules' && rules.length === 1 ? rules[0]?.ruleContent : undefined;
}

export function editSuggestion(
  suggestion: Suggestion,
  { text, destination }: { readonly text?: string | undefined; readonly destination?: string | undefined },
): Suggestion {
  const { rules = [] } = suggestion;
  return {
    ...suggestion,
    ...(text !== undefined && { rules: rules.map((rule) => ({ ...rule, ruleContent: text })) }),
    ...(destination !== undefined && { destination }),
  };
}
