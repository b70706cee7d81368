/** Resume ids: a log and a position in it, for each log that the stream reads. Opaque to clients. */
import type { Epochs, Place } from '../../hub/fleet/log-place.ts';

export function toResumeId({ epoch, copied }: Epochs, place: Place): string {
  const own = `${epoch}.${place.position}`;
  return copied === undefined ? own : `${own}~${copied}.${place.copied ?? 0}`;
}

/** Whether it has the form of a resume id. */
export function isResumeId(id: string): boolean {
  return id.split('~').every((part) => PART.test(part));
}

/** Undefined for anything that no hub has issued for these logs. */
export function placeOf(id: string, { epoch, copied }: Epochs): Place | undefined {
  const positions = new Map<string | undefined, number>();
  for (const part of id.split('~')) {
    const [, log, position] = PART.exec(part) ?? [];
    if (log !== undefined) positions.set(log, Number(position));
  }
  const position = positions.get(epoch);
  if (position === undefined) return undefined;
  if (copied === undefined) return { position };
  const inCopies = positions.get(copied);
  return inCopies === undefined ? undefined : { position, copied: inCopies };
}

const PART = /^([^.~]+)\.(\d{1,15})$/;
