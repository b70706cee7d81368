/** The hub itself: it starts or gives the reason in one sentence, and it responds to every call. */
import { isDuring, type RunRecord, type Violation } from '../record.ts';

const STACK_TRACE = /^\s+at .+[:(]/m;
/** Statuses by which a hub may refuse a prompt or an answer. */
const REFUSALS: ReadonlySet<number> = new Set([200, 202, 409]);

export function judgeHub({ failedStarts, calls, faults }: RunRecord): Violation[] {
  const crashes = failedStarts
    .filter(({ output }) => STACK_TRACE.test(output))
    .map(({ output }): Violation => ({ rule: 'start-crash', message: output.trim().slice(0, 600) }));
  const disks = faults.filter(({ fault }) => fault.kind === 'fill-disk' || fault.kind === 'stall-disk');
  const odd = calls.filter(
    ({ status, at, endedAt }) =>
      status !== undefined &&
      !REFUSALS.has(status) &&
      // Without a disk nothing can be promised, and the hub reports that.
      !(status >= 500 && disks.some((disk) => isDuring(disk, at, 1000) || isDuring(disk, endedAt, 1000))),
  );
  return [
    ...crashes,
    ...odd.map(
      ({ what, client, status, response, sessionId, target }): Violation => ({
        rule: 'odd-status',
        message: `${client} got ${status} for ${what}: ${JSON.stringify(response)?.slice(0, 300)}`,
        sessionId,
        about: target,
      }),
    ),
  ];
}
