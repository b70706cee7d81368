/** Nothing is stuck after quiet, and no process is left. */
import type { RunRecord, Violation } from '../record.ts';

export function judgeQuiet({ sessions, leftovers }: RunRecord): Violation[] {
  const stuck = sessions.flatMap(({ plan, view }): Violation[] => {
    const violation = (rule: string, message: string, about?: string): Violation => ({
      rule,
      message,
      sessionId: plan.id,
      ...(about && { about }),
    });
    const { status, messages, interactions, queue } = view;
    return [
      ...(status === 'idle' ? [] : [violation('stuck-session', `the session is ${status} after quiet`)]),
      ...messages
        .filter(({ state }) => state === 'queued' || state === 'delivered')
        .map(({ message_id, text, state, blocked_by }) =>
          violation(
            'stuck-message',
            `${text} is ${state}${blocked_by ? `, blocked by ${blocked_by}` : ''}`,
            message_id,
          ),
        ),
      ...interactions
        .filter(({ state }) => state === 'open')
        .map(({ id, routes }) =>
          violation('stuck-ask', `the request is open, with routes [${routes.join(', ')}]`, id),
        ),
      ...(queue.length > 0
        ? [violation('stuck-message', `Claude Code's own queue has ${JSON.stringify(queue)}`)]
        : []),
    ];
  });
  return [...stuck, ...leftovers.map((line): Violation => ({ rule: 'leftover-process', message: line }))];
}
