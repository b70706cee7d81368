/** Describes an error to the person who ran the command: what happened, and what to do next. */
import { inspect } from 'node:util';
import { ReinsError } from '../protocol/errors.ts';
import { cleanText } from './terminal/clean-text.ts';
import { shortId } from './terminal/format.ts';

export function describeError(error: unknown, env: NodeJS.ProcessEnv): string {
  // An unexpected error is a bug in Reins; its stack trace helps to find it.
  if (!(error instanceof ReinsError)) return inspect(error);
  // The text may come from a remote hub.
  return `reins: ${cleanText([error.message, nextStep(error, env)].filter(Boolean).join(' '))}`;
}

function nextStep({ code, message, details }: ReinsError, env: NodeJS.ProcessEnv): string {
  if (code === 'hub_not_running' && !message.includes('"')) {
    return env['REINS_URL'] ? 'Check REINS_URL.' : 'Start it with "reins up --detach".';
  }
  if (code === 'unauthorized' && env['REINS_TOKEN']) return 'Check REINS_TOKEN.';
  const session = details?.['session_id'];
  if (code === 'session_ended' && typeof session === 'string') {
    return `Resume it with "reins resume ${shortId(session)}", or prompt it once with "reins send ${shortId(session)} --wait".`;
  }
  if (code === 'session_moved' && typeof session === 'string' && !message.includes('"')) {
    return `Use "${shortId(session)}" from now on.`;
  }
  if ((code === 'driver_unavailable' || code === 'claude_not_found') && !message.includes('"'))
    return 'Run "reins doctor" to see what is missing.';
  return '';
}
