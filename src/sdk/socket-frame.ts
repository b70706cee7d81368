/** Parses a frame from a socket. */

/** Undefined for an invalid frame: something between us and the hub may have sent it, and it is ignored. */
export function readFrame<Frame extends object>(data: unknown): Frame | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null ? (frame as Frame) : undefined;
  } catch {
    return undefined;
  }
}
