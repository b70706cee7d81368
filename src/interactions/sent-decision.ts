/** The decision of an answer of which nobody knows yet whether Claude Code has it. */
import type { Decision } from '../protocol/answers.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { RouteName } from './routes/route.ts';

/** Undefined when nothing was sent by this route, or when it is proven what came of it. */
export function sentDecision({ kind, answer }: Interaction, by: RouteName): Decision | undefined {
  if (answer?.route !== by || answer.applied !== 'sent') return undefined;
  const { by: _by, at: _at, route: _route, applied: _applied, key: _key, ...decided } = answer;
  return { kind, ...decided } as Decision;
}
