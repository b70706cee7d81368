/** Tests rules on past requests and compares their decisions with the actual ones. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { Policy, RuleVerdict, Simulated } from '../../protocol/policy.ts';
import { decide } from './decide.ts';
import type { Moment, PendingInteraction } from './pending-interaction.ts';

/** A past request with its recorded circumstances. */
export interface PastInteraction {
  readonly interaction: Interaction;
  readonly circumstances: Pick<PendingInteraction, 'cwd' | 'permission_mode'>;
  readonly moment: Omit<Moment, 'now'>;
}

type Was = Simulated['was'];

/** In the given order. Links are not followed: files may have moved since. */
export function simulate(policy: Policy, past: readonly PastInteraction[]): Simulated[] {
  return past.map(({ interaction, circumstances, moment }) => {
    const { id, kind, tool_name, input, session_id, agent_id, opened_at } = interaction;
    const pending: PendingInteraction = { kind, tool_name, input, session_id, agent_id, ...circumstances };
    const would = decide(policy, pending, { ...moment, now: new Date(opened_at) });
    const was = whatWasDecided(interaction);
    return {
      interaction_id: id,
      was,
      would: would.decision,
      ...(would.rule && { rule: would.rule }),
      reason: would.reason,
      compared: compare(was, would.decision),
    };
  });
}

function whatWasDecided({ state, answer }: Interaction): Was {
  if (state !== 'answered') return state;
  const decision = answer?.['decision'] ?? answer?.['action'];
  if (decision === 'allow' || decision === 'approve' || decision === 'accept') return 'allow';
  if (decision === 'deny' || decision === 'reject' || decision === 'decline' || decision === 'cancel')
    return 'deny';
  return answer && ('answers' in answer || 'reply' in answer) ? 'answer' : 'unknown';
}

function compare(was: Was, would: RuleVerdict): Simulated['compared'] {
  if (would === 'ask') return 'ask';
  if (would === was) return 'same';
  if (was === 'unknown' || was === 'open' || was === 'withdrawn') return 'other';
  if (would === 'allow') return 'wider';
  return was === 'allow' ? 'narrower' : 'other';
}
