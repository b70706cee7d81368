/** Which row of a permission dialog applies a suggestion (labels of 2.1.325). */
import { isEqual } from '../../../core/same-fact.ts';
import type { PendingInteraction } from '../../driver.ts';
import type { OptionRow } from './option-rows.ts';
import { squeeze } from './squeeze.ts';

type Suggestion = Readonly<Record<string, unknown>>;

/** The row that applies exactly these suggestions, or a reason if there is none. */
export function findSuggestedRow(
  options: readonly OptionRow[],
  { suggestions }: PendingInteraction,
  apply: readonly Suggestion[],
): OptionRow | string {
  if (!apply.every((one) => suggestions.some((known) => isEqual(known, one)))) {
    return 'keys can only apply suggestions as Claude Code made them';
  }
  const row = options.find(({ text }) => doesAll(text, apply));
  return row ?? 'the dialog in the terminal offers no row that does exactly that';
}

function doesAll(label: string, apply: readonly Suggestion[]): boolean {
  const parts = squeeze(label)
    .replace(/\(shift\+tab\)$/, '')
    .split(/;(?=Yes,)/);
  return parts.length === apply.length && apply.every((one) => parts.some((part) => does(part, one)));
}

function does(part: string, suggestion: Suggestion): boolean {
  const { type, destination, behavior } = suggestion;
  if (type === 'setMode' && destination === 'session') {
    if (suggestion['mode'] === 'acceptEdits') return part.startsWith('Yes,andswitchtoacceptedits(');
    return suggestion['mode'] === 'auto' && part.startsWith('Yes,andswitchtoautomode');
  }
  if (type === 'addDirectories' && destination === 'session') {
    const [folder, ...more] = suggestion['directories'] as string[];
    const [, shown] = /^Yes,andalwaysallowaccessto(.+?)(?:fromthisproject|forthissession)$/.exec(part) ?? [];
    return more.length === 0 && shown === squeeze(folder ?? '');
  }
  return type === 'addRules' && behavior === 'allow' && allows(part, suggestion);
}

interface Rule {
  readonly toolName?: string;
  readonly ruleContent?: string;
}

function allows(part: string, { rules, destination }: Suggestion): boolean {
  const [first = {}, ...more] = (rules ?? []) as Rule[];
  const content = squeeze(first.ruleContent ?? '');
  if (destination === 'session' && first.toolName === 'Read' && more.length === 0) {
    return (
      part === `Yes,allowreadingfrom${content.replace(/^\//, '').replace(/\/\*\*$/, '')}duringthissession`
    );
  }
  const [, what] = /^Yes,anddon[’']taskagainfor(.+)$/.exec(part) ?? [];
  if (what === undefined || destination !== 'localSettings') return false;
  if (first.toolName === 'WebFetch') return more.length === 0 && content === `domain:${what}`;
  if (first.toolName === 'Bash') {
    if (more.length === 0) return what === `:${content}`;
    return [first, ...more].every(({ ruleContent }) => what.includes(named(ruleContent ?? '')));
  }
  const [server = '', tool = ''] = (first.toolName ?? '').replace(/^mcp__/, '').split('__');
  const name = `${server}—${tool}`.replace(/_/g, '').toLowerCase();
  return (
    more.length === 0 && content === '' && tool !== '' && what.toLowerCase().startsWith(`${name}commandsin`)
  );
}

/** Several commands are listed without the asterisk, and in quotes if they are long. */
function named(rule: string): string {
  const command = rule.replace(/ \*$/, '');
  return squeeze(command.includes('"') ? JSON.stringify(command) : command);
}
