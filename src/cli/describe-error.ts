/** An error in words for the person who ran the command: what happened, and what to do next. */
import { inspect } from 'node:util';
import { ReinsError } from '../protocol/errors.ts';
import { cleanText } from './terminal/clean-text.ts';
import { shortId } from './terminal/words.ts';

export function describeError(error: unknown, env: NodeJS.ProcessEnv): string {
  // Not one of ours: a fault in Reins, whose trace helps to find it.
  if (!(error instanceof ReinsError)) return inspect(error);
  // The words may come from a hub elsewhere.
  return `reins: ${cleanText([error.message, nextStep(error, env)].filter(Boolean).join(' '))}`;
}

function nextStep({ code, message, details }: ReinsError, env: NodeJS.ProcessEnv): string {
  if (code === 'hub_not_running' && !message.includes('"')) {
    return env['REINS_URL'] ? 'Is REINS_URL right?' : 'Start it with "reins up --detach".';
  }
  if (code === 'unauthorized' && env['REINS_TOKEN']) return 'Is REINS_TOKEN right?';
  const session = details?.['session_id'];
  if (code === 'session_ended' && typeof session === 'string') {
    return `Resume it with "reins resume ${shortId(session)}", or ask it once with "reins send ${shortId(session)} --wait".`;
  }
  if (code === 'session_moved' && typeof session === 'string' && !message.includes('"')) {
    return `Use "${shortId(session)}" from now on.`;
  }
  if ((code === 'driver_unavailable' || code === 'claude_not_found') && !message.includes('"'))
    return '"reins doctor" says what is missing.';
  return '';
}
