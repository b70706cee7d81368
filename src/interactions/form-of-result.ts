/**
 * Finds the answered form of an MCP server. The hook `ElicitationResult` reports every answer except those
 * that a hook gave (seen in 2.1.325).
 */
import type { HookPayload } from '../claude/hook-payload.ts';
import { phaseOf } from '../core/reduce-interaction.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { FormResult } from './interaction-life.ts';

/** Undefined if no known form matches. */
export function formOfResult(
  state: SessionState | undefined,
  result: HookPayload,
): { readonly form: Interaction; readonly words: FormResult } | undefined {
  const { action, content } = result;
  if (action === undefined) return undefined;
  const forms = Object.values(state?.interactions ?? {})
    .filter((one) => isOf(one, result))
    .sort((a, b) => a.opened_at.localeCompare(b.opened_at));
  // Otherwise its dialog disappeared a moment ago.
  const form =
    forms.find((one) => isShown(one) || isSent(one)) ?? forms.findLast((one) => phaseOf(one) === 'undecided');
  return form && { form, words: { action, ...(content && { content }) } };
}

function isOf({ kind, input }: Interaction, { mcp_server_name, elicitation_id }: HookPayload): boolean {
  if (kind !== 'elicitation' || input['mcp_server_name'] !== mcp_server_name) return false;
  return elicitation_id === undefined || input['elicitation_id'] === elicitation_id;
}

/** The stream reports those of stream runs; held ones are not in the terminal yet. */
function isShown({ state, routes, held_until }: Interaction): boolean {
  return state === 'open' && !routes.includes('control') && held_until === undefined;
}

function isSent({ answer }: Interaction): boolean {
  return answer?.applied === 'sent' && answer.route !== 'hook';
}
