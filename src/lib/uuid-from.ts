/** Derives a UUID from its parts: the same parts always give the same UUID. */
import { createHash } from 'node:crypto';

export function uuidFrom(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const part = (from: number, to: number) => hash.slice(from, to);
  // In the form of version 4: its bits are as good as random.
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}
