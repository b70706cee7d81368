/** Resume ids: a log and a position in it. Opaque to clients. */

export interface ResumeId {
  readonly epoch: string;
  readonly position: number;
}

export function toResumeId(epoch: string, position: number): string {
  return `${epoch}.${position}`;
}

/** Undefined for anything that no hub has issued. */
export function parseResumeId(id: string): ResumeId | undefined {
  const [, epoch, position] = /^([^.]+)\.(\d{1,15})$/.exec(id) ?? [];
  return epoch === undefined ? undefined : { epoch, position: Number(position) };
}
