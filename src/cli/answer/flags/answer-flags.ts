/** The flags of `reins answer`, and which of them fit each kind of request. */
import type { InteractionFormName } from '../../../core/interactions/interaction-definition.ts';
import { interactionDefinition } from '../../../core/interactions/interaction-definitions.ts';
import type { InteractionKind } from '../../../protocol/interactions.ts';
import { usageError } from '../../usage-error.ts';
import type { Level } from '../suggestion-choices.ts';

export interface AnswerFlags {
  readonly allow?: true;
  readonly deny?: true;
  readonly message?: string;
  readonly interrupt?: true;
  readonly input?: string;
  readonly command?: string;
  readonly apply?: string;
  readonly rule?: string;
  readonly to?: Level;

  readonly answer?: readonly string[];
  readonly other?: readonly string[];
  readonly note?: readonly string[];
  readonly reply?: string;
  readonly skip?: true;

  readonly approve?: true;
  readonly reject?: true;
  readonly mode?: string;
  readonly plan?: string;
  readonly feedback?: string;

  readonly accept?: true;
  readonly decline?: true;
  readonly cancel?: true;
  readonly content?: readonly string[];
}

type Flag = keyof AnswerFlags;

const FITTING: Readonly<Record<InteractionFormName, readonly Flag[]>> = {
  call: ['allow', 'deny', 'message', 'interrupt', 'input', 'command', 'apply', 'rule', 'to'],
  questions: ['answer', 'other', 'note', 'reply', 'skip'],
  plan: ['approve', 'reject', 'mode', 'plan', 'feedback'],
  fields: ['accept', 'decline', 'cancel', 'content'],
};

const ALL = Object.values(FITTING).flat();

/** The given flags. */
export function givenFlags(flags: AnswerFlags): Flag[] {
  return ALL.filter((flag) => flags[flag] !== undefined);
}

/** Throws if a flag does not fit this kind, or if there are no flags. */
export function checkFit(kind: InteractionKind, flags: AnswerFlags): void {
  const { name, form } = interactionDefinition(kind);
  const fitting = FITTING[form];
  const wrong = givenFlags(flags).filter((flag) => !fitting.includes(flag));
  const fits = `Use ${listed(fitting)}.`;
  if (wrong.length > 0) throw usageError(`This is ${name}, which ${listed(wrong)} cannot answer. ${fits}`);
  if (givenFlags(flags).length === 0) throw usageError(`This is ${name}. Choose an answer. ${fits}`);
}

/** The given one of several flags; throws unless exactly one is given. */
export function onlyOne<Name extends Flag>(flags: AnswerFlags, ...names: Name[]): Name {
  const [given, ...others] = names.filter((name) => flags[name] !== undefined);
  if (given === undefined) throw usageError(`Give one of ${listed(names)}.`);
  if (others.length > 0) throw usageError(`${listed([given, ...others])} are mutually exclusive.`);
  return given;
}

/** Throws if one of these is given without `with`. */
export function requireWith(flags: AnswerFlags, needed: Flag, ...names: Flag[]): void {
  const lonely = names.filter((name) => flags[name] !== undefined);
  if (lonely.length > 0 && flags[needed] === undefined) {
    throw usageError(`${listed(lonely)} ${lonely.length > 1 ? 'go' : 'goes'} with --${needed}.`);
  }
}

function listed(flags: readonly Flag[]): string {
  return flags.map((flag) => `--${flag}`).join(', ');
}
