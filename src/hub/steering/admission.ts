/** Checks whether a message can be sent to a session before it is queued. Errors name a remedy. */
import { isLive, liveRuns } from '../../core/present-session.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { Run } from '../../drivers/driver.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ContentBlock, MessageWhen } from '../../protocol/messages.ts';
import { textToRelay } from '../relay/relay-limits.ts';

/**
 * Throws `not_capable` for a session on another machine: its hooks deliver events and carry answers back,
 * nothing else.
 */
export function assertHere({ told_by_hooks, runs, host, session_id }: SessionState): void {
  if (!told_by_hooks || Object.keys(runs).length > 0) return;
  throw new ReinsError(
    'not_capable',
    `This session runs on ${host}, and this hub only receives its hooks. You can watch it and answer its requests here; ` +
      `prompt, resume or stop it on ${host}, for example with a hub there.`,
    { host, session_id },
  );
}

/** Throws unless exactly one process serves the session, or is about to. */
export function assertReachable(state: SessionState): void {
  const { session_id, continued_as } = state;
  if (!isLive(state)) {
    if (continued_as) {
      throw new ReinsError('session_moved', `The conversation continues as session ${continued_as}.`, {
        session_id: continued_as,
      });
    }
    throw new ReinsError('session_ended', 'The session has ended. Resume it, then send the prompt.', {
      session_id,
    });
  }
  const pids = liveRuns(state).map(({ pid }) => pid);
  if (pids.length > 1) {
    throw new ReinsError(
      'session_conflict',
      `Processes ${pids.join(' and ')} serve this session simultaneously, so a prompt could reach only one of them. End all but one first.`,
      { pids },
    );
  }
}

/** Throws `not_capable` or `too_large` for content that the run cannot carry, or not at that moment. */
export function assertTakes(run: Run, content: readonly ContentBlock[], when: MessageWhen): void {
  const { capabilities } = run;
  if (capabilities.includes('relay')) textToRelay(content);
  const hasImages = content.some(({ type }) => type !== 'text');
  if (hasImages && !capabilities.includes('images')) {
    throw new ReinsError(
      'not_capable',
      'This session runs in a terminal, which accepts only text. Send the prompt without images.',
    );
  }
  if (when === 'now' && !capabilities.includes('interrupt')) {
    throw new ReinsError(
      'not_capable',
      'The hub cannot interrupt this session. Queue the message, or steer the running turn with it.',
      { capability: 'interrupt' },
    );
  }
}
