/** The end of a turn: its outcome, its answer, its cost. */

import type { StreamLine } from '../claude/stream-line.ts';
import { roundMoney } from '../core/usage/money.ts';
import { withdrawInteractionsOfTurn } from './stream-interactions.ts';
import type { KnownPrompt, LineReading, StreamContext, StreamFact, StreamState } from './stream-state.ts';

type Outcome = 'completed' | 'interrupted' | 'failed';

export function readResult(
  line: StreamLine,
  context: StreamContext,
  { sessionId }: StreamState,
): LineReading {
  const { uuid = '', local_command, result, structured_output, duration_ms = 0 } = line;
  const total_cost_usd = roundMoney(line.total_cost_usd ?? 0);
  const session = context.session(sessionId);
  const prompt = local_command === undefined ? promptOf(line, context, sessionId) : undefined;
  const outcome = outcomeOf(line);
  const error = outcome === 'failed' ? errorOf(line) : undefined;
  const report: StreamFact = {
    type: 'turn_reported',
    key: `report:${uuid}`,
    message_ids: [...(line.user_message_uuids ?? [])],
    ...(prompt && { prompt_id: prompt.promptId }),
    ...(local_command !== undefined && { command: `/${local_command}` }),
    outcome,
    ...(error && { error }),
    ...(result !== undefined && { result }),
    ...(structured_output !== undefined && { structured_output }),
    num_turns: line.num_turns ?? 0,
    duration_ms,
    total_cost_usd,
  };
  const isNewCost = total_cost_usd !== (session?.cost?.value ?? 0);
  return {
    facts: [
      ...withdrawInteractionsOfTurn(session),
      ...(prompt ? endsOf(prompt, outcome, error?.code, duration_ms) : []),
      report,
      ...(isNewCost ? [costOf(line)] : []),
    ],
    isQuiet: true,
    next: { block: undefined },
  };
}

/** Several messages may have become one prompt, or parts of a running one: each belongs to the same turn. */
function promptOf(
  { user_message_uuids: ids = [], origin }: StreamLine,
  { prompt, lastPrompt }: StreamContext,
  sessionId: string,
): KnownPrompt | undefined {
  for (const id of ids) {
    const known = prompt(sessionId, id);
    if (known) return known;
  }
  // Claude started the turn automatically, for example because a background task has ended.
  return ids.length === 0 && origin ? lastPrompt(sessionId) : undefined;
}

/** A failed request to the API is reported as a success with an error. */
function outcomeOf({ is_error, terminal_reason }: StreamLine): Outcome {
  if (terminal_reason?.startsWith('aborted')) return 'interrupted';
  return is_error ? 'failed' : 'completed';
}

function errorOf({ subtype = '', terminal_reason, errors, result }: StreamLine) {
  const code = subtype.startsWith('error_') ? subtype : (terminal_reason ?? 'error');
  return { code, message: errors?.join('\n') || result || code };
}

/** The end has the place of its prompt, so that a page shows both or neither. */
function endsOf(
  { promptId: prompt_id, position }: KnownPrompt,
  outcome: Outcome,
  error: string | undefined,
  duration_ms: number,
): StreamFact[] {
  const end = {
    key: `end:${prompt_id}`,
    item: `end:${prompt_id}`,
    prompt_id,
    ...(position !== undefined && { position: position + 0.5 }),
  };
  return [
    { type: 'turn_finished', ...end, outcome, ...(error !== undefined && { error }) },
    { type: 'turn_timed', ...end, key: `timed:${prompt_id}`, duration_ms },
  ];
}

/** Claude Code only estimates the price of an unknown model. */
function costOf({ uuid = '', total_cost_usd = 0, modelUsage = {} }: StreamLine): StreamFact {
  const is_complete = Object.values(modelUsage).every(({ costBasis }) => costBasis !== 'unknown');
  return { type: 'cost_counted', key: `cost:${uuid}`, total_usd: roundMoney(total_cost_usd), is_complete };
}
