/**
 * Turns rules into a decision: the first match decides. Without a match, or in case of doubt, a person is
 * asked.
 */
import type { InteractionKind } from '../../protocol/interactions.ts';
import type { Decider, Policy, Rule, RuleDecision, RuleVerdict } from '../../protocol/policy.ts';
import type { Refusal } from '../interactions/interaction-definition.ts';
import { interactionDefinition } from '../interactions/interaction-definitions.ts';
import { type Answers, answersBy } from './answer-questions.ts';
import { ANY_COMMAND } from './command-pattern.ts';
import { compileRule } from './compiled-rule.ts';
import { whyNotCovered } from './match-command.ts';
import { fitOf } from './match-rule.ts';
import { whyNeverGranted } from './never-granted.ts';
import { commandOf, type Moment, type PendingInteraction } from './pending-interaction.ts';
import { isNarrow } from './rule-kinds.ts';
import { Line } from './shell/line.ts';

/**
 * An answer of the API for the kind of request. Never contains suggestions, an edited input or a mode: those
 * are for people.
 */
export type RuleAnswer = Refusal | { readonly decision: 'allow' | 'approve' } | { readonly answers: Answers };

export interface Outcome {
  readonly decision: RuleVerdict;
  /** Set unless a person is asked or the session is stopped. */
  readonly answer?: RuleAnswer;
  /** The rule that decided; also set if a rule asks a person. */
  readonly rule?: Decider;
  /** For people, a whole sentence. */
  readonly reason: string;
}

/** Pure. An invalid rule leaves the request to a person. */
export function decide(policy: Policy, interaction: PendingInteraction, moment: Moment): Outcome {
  const command = commandOf(interaction);
  const line = command === undefined ? undefined : new Line(command);
  for (const [index, rule] of policy.rules.entries()) {
    if (rule.enabled === false) continue;
    const decider: Decider = { name: rule.name, index };
    const { problem } = compileRule(rule);
    if (problem) return askPerson(`Rule "${rule.name}" cannot be used: ${problem}.`, decider);
    const fits = fitOf(rule, interaction, moment, line);
    if (fits) return apply(rule, decider, interaction, moment);
    if (fits === undefined && !isNarrow(rule.decide))
      return askPerson(`Rule "${rule.name}" checks a value that is unknown here.`, decider);
  }
  return askPerson(whyNone(line));
}

function whyNone(line: Line | undefined): string {
  const why = line && whyNotCovered([ANY_COMMAND], line);
  return why ? `No rule matches, and none could allow it: ${why}.` : 'No rule matches.';
}

function apply(
  { name, decide }: Rule,
  rule: Decider,
  interaction: PendingInteraction,
  moment: Moment,
): Outcome {
  const reason = `Decided by rule "${name}".`;
  if (decide === 'ask') return askPerson(`Rule "${name}" asks a person.`, rule);
  if (decide === 'stop_session') return { decision: 'stop_session', rule, reason };
  if (decide === 'allow') {
    const why = whyNeverGranted(interaction, moment);
    if (why) return askPerson(`Rule "${name}" would allow it, but ${why}.`, rule);
    return {
      decision: 'allow',
      answer: { decision: interaction.kind === 'plan' ? 'approve' : 'allow' },
      rule,
      reason,
    };
  }
  if (decide === 'deny' || (typeof decide === 'object' && 'deny' in decide))
    return {
      decision: 'deny',
      answer: interactionDefinition(interaction.kind).refusal(wordsOf(decide)),
      rule,
      reason,
    };
  return { decision: 'answer', answer: replyTo(decide, interaction), rule, reason };
}

function replyTo(decide: RuleDecision, { input }: PendingInteraction): RuleAnswer {
  if (typeof decide === 'object' && 'reply' in decide) return { reply: decide.reply };
  return { answers: answersBy(decide, input) ?? {} };
}

function wordsOf(decide: 'deny' | { readonly deny: string }): string | undefined {
  return decide === 'deny' ? undefined : decide.deny;
}

function askPerson(reason: string, rule?: Decider): Outcome {
  return { decision: 'ask', reason, ...(rule && { rule }) };
}

/** The answer in unattended sessions if no rule decides, so that nothing hangs. */
export function decideAlone(kind: InteractionKind): Outcome {
  const answer = interactionDefinition(kind).unattended;
  return {
    decision: 'reply' in answer ? 'answer' : 'deny',
    answer,
    rule: { name: 'non_interactive', index: -1 },
    reason: 'The session is unattended, and no rule matches.',
  };
}
