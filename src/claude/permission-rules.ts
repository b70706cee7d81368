/** Permission rules as Claude Code writes and lists them: in settings, in flags, in its own list (2.1.325). */
import { recordOf } from '../lib/json-values.ts';
import type { ControlAnswer } from './stream-output.ts';

export interface PermissionRule {
  readonly behavior: string;
  readonly rule: string;
  readonly source: string;
}

const BEHAVIORS = ['allow', 'ask', 'deny'] as const;
const FLAGS: Readonly<Record<string, 'allow' | 'deny'>> = {
  '--allowedTools': 'allow',
  '--allowed-tools': 'allow',
  '--disallowedTools': 'deny',
  '--disallowed-tools': 'deny',
};

/** The response to `list_permission_rules`; undefined if it has another shape. */
export function readRuleList({ response }: ControlAnswer): PermissionRule[] | undefined {
  const rules = recordOf(response['state'])['rules'];
  if (!Array.isArray(rules)) return undefined;
  return rules.flatMap((one) => {
    const { behavior, rule, source } = recordOf(one);
    return typeof rule === 'string' ? [{ behavior: String(behavior), rule, source: String(source) }] : [];
  });
}

export function rulesInSettings(settings: unknown, source: string): PermissionRule[] {
  const permissions = recordOf(recordOf(settings)['permissions']);
  return BEHAVIORS.flatMap((behavior) => {
    const rules = permissions[behavior];
    const texts = Array.isArray(rules) ? rules.filter((rule) => typeof rule === 'string') : [];
    return texts.map((rule) => ({ behavior, rule, source }));
  });
}

/** A flag takes every word up to the next flag. */
export function rulesInFlags(args: readonly string[]): PermissionRule[] {
  let behavior: 'allow' | 'deny' | undefined;
  return args.flatMap((arg) => {
    const [name = '', ...value] = arg.split('=');
    if (arg.startsWith('-')) behavior = FLAGS[name];
    const words = arg.startsWith('-') ? value.join('=') : arg;
    if (!behavior) return [];
    const found = behavior;
    return splitRules(words).map((rule) => ({ behavior: found, rule, source: 'cliArg' }));
  });
}

/** Splits at commas and spaces, except between parentheses: `Bash(git log *),Edit`. */
function splitRules(words: string): string[] {
  return words.match(/(?:\([^)]*\)|[^\s,(])+/g) ?? [];
}
