/** What came over a socket, read. */

/** Undefined for what is no frame: something between us and the hub may have said it, and it ends nothing. */
export function readFrame<Frame extends object>(data: unknown): Frame | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null ? (frame as Frame) : undefined;
  } catch {
    return undefined;
  }
}
