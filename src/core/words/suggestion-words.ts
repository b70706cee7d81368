/** Claude Code's suggestions for what shall hold from now on, in words, and how one of them is edited. */

export interface Suggestion {
  readonly type?: string;
  readonly rules?: readonly { readonly toolName?: string; readonly ruleContent?: string }[];
  readonly directories?: readonly string[];
  readonly mode?: string;
  readonly behavior?: string;
  readonly destination?: string;
}

const PLACES: Readonly<Record<string, string>> = {
  session: 'for this session',
  localSettings: 'for this project, on this machine',
  projectSettings: 'for everybody in this project',
  userSettings: 'in all your projects',
};

const MODES: Readonly<Record<string, string>> = {
  default: 'ask for everything',
  acceptEdits: 'edits without asking',
  plan: 'plan only',
  auto: 'Claude decides what to ask',
  dontAsk: 'refuse instead of asking',
  bypassPermissions: 'never ask',
};

export const DESTINATIONS = Object.keys(PLACES);

export function readSuggestion(candidate: unknown): Suggestion | undefined {
  return typeof candidate === 'object' && candidate !== null ? (candidate as Suggestion) : undefined;
}

export function placeWords(destination: string | undefined): string {
  return PLACES[destination ?? ''] ?? destination ?? '';
}

export function modeWords(mode: string | undefined): string {
  return MODES[mode ?? ''] ?? mode ?? '';
}

/** `allow npm run *`; the place is told apart, since it can be changed. */
export function suggestionWords(suggestion: Suggestion): string {
  const { type, rules = [], directories = [], mode, behavior = 'allow' } = suggestion;
  switch (type) {
    case 'addRules':
    case 'replaceRules':
      return `also ${behavior} ${rules.map(ruleWords).join(', ')}`;
    case 'removeRules':
      return `forget the rule ${rules.map(ruleWords).join(', ')}`;
    case 'addDirectories':
      return `work in ${directories.join(', ')} too`;
    case 'removeDirectories':
      return `no longer work in ${directories.join(', ')}`;
    case 'setMode':
      return `switch to ${modeWords(mode)}`;
    default:
      return type ?? 'something this version does not know';
  }
}

function ruleWords({ toolName = '', ruleContent }: { toolName?: string; ruleContent?: string }): string {
  if (ruleContent === undefined) return toolName;
  return toolName === 'Bash' ? ruleContent : `${toolName} ${ruleContent}`;
}

/** The one text of a suggestion that a person may want to write differently; undefined when there is none. */
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
