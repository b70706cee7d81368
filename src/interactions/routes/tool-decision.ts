/**
 * A decision as Claude Code takes it for a tool call, over a held hook and over the control protocol alike: both speak of
 * `behavior`, `updatedInput` and `updatedPermissions` (seen in 2.1.325).
 */
import { DENIED, REJECTED } from '../../core/denial-words.ts';
import type { Decision } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';

export interface ToolDecision {
  readonly behavior: 'allow' | 'deny';
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  readonly updatedPermissions?: readonly object[];
  readonly message?: string;
  readonly interrupt?: true;
}

/** Undefined for kinds that are no tool calls. */
export function toToolDecision({ input }: Interaction, decision: Decision): ToolDecision | undefined {
  switch (decision.kind) {
    case 'permission': {
      if (decision.decision === 'deny') {
        return deny(decision.message ?? DENIED, decision.interrupt);
      }
      return {
        behavior: 'allow',
        ...(decision.input && { updatedInput: decision.input }),
        ...(decision.apply?.length && { updatedPermissions: decision.apply }),
      };
    }
    case 'question':
      if ('reply' in decision) return deny(decision.reply);
      return {
        behavior: 'allow',
        updatedInput: { ...input, answers: asText(decision.answers), ...annotations(decision.notes) },
      };
    case 'plan': {
      if (decision.decision === 'reject') return deny(decision.feedback ?? REJECTED);
      const mode = decision.mode && { type: 'setMode', mode: decision.mode, destination: 'session' };
      return {
        behavior: 'allow',
        // A bare allow would be swallowed: the input must come back, even if nothing in it has changed.
        updatedInput: decision.plan ? { ...input, plan: decision.plan } : input,
        ...(mode && { updatedPermissions: [mode] }),
      };
    }
    case 'elicitation':
      return undefined;
  }
}

function deny(message: string, interrupt?: boolean): ToolDecision {
  return { behavior: 'deny', message, ...(interrupt && { interrupt: true }) };
}

/** Several labels travel as one text: the form that every version of the tool has taken. Nothing chosen is no answer. */
function asText(answers: Readonly<Record<string, string | readonly string[]>>): Record<string, string> {
  const texts = Object.entries(answers).map(([question, answer]): [string, string] => [
    question,
    typeof answer === 'string' ? answer : answer.join(', '),
  ]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function annotations(notes: Readonly<Record<string, string>> | undefined): { annotations?: object } {
  const entries = Object.entries(notes ?? {}).map(([question, text]) => [question, { notes: text }]);
  return entries.length > 0 ? { annotations: Object.fromEntries(entries) } : {};
}
