/** What an approver may not do: change what was asked, or what will be asked from now on. */
import type { Decision } from '../protocol/answers.ts';

/** The reason in words; undefined when every approver may decide so. */
export function needsOperator(decision: Decision): string | undefined {
  switch (decision.kind) {
    case 'permission':
      if (decision.input) return 'editing the input of a tool call';
      if (decision.apply?.some(({ type }) => type === 'setMode')) return 'changing the permission mode';
      if (decision.apply?.some(({ destination }) => destination !== 'session')) {
        return 'applying a rule beyond the session';
      }
      return undefined;
    case 'plan':
      if (decision.plan) return 'editing a plan';
      return decision.mode ? 'changing the permission mode' : undefined;
    default:
      return undefined;
  }
}
