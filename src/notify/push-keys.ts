/**
 * The keys that identify this hub to push services (VAPID). After a rotation, earlier keys stay until no device uses them:
 * each device is addressed with the key it subscribed with, and subscribes again at its next visit.
 */
import { createECDH } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '../lib/write-file-atomically.ts';

const pairSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
export type KeyPair = z.infer<typeof pairSchema>;

const fileSchema = z.object({ keys: z.array(pairSchema).min(1) });

export class PushKeys {
  readonly #file: string;
  /** The newest first. */
  #keys: KeyPair[];

  constructor(file: string) {
    this.#file = file;
    this.#keys = read(file) ?? [];
    if (this.#keys.length === 0) this.rotate();
  }

  /** The key for new subscriptions. */
  get current(): string {
    return this.#keys[0]?.publicKey ?? '';
  }

  find(publicKey: string): KeyPair | undefined {
    return this.#keys.find((pair) => pair.publicKey === publicKey);
  }

  rotate(): void {
    this.#write([generateKeys(), ...this.#keys]);
  }

  /** Deletes earlier keys that no device uses. */
  keepOnly(used: ReadonlySet<string>): void {
    const kept = this.#keys.filter(({ publicKey }, place) => place === 0 || used.has(publicKey));
    if (kept.length < this.#keys.length) this.#write(kept);
  }

  #write(keys: KeyPair[]): void {
    writeFileAtomically(this.#file, `${JSON.stringify({ keys }, null, 2)}\n`, 0o600);
    this.#keys = keys;
  }
}

/** As RFC 8292 requires them: a point on P-256, uncompressed, and its 32 bytes of private key. */
function generateKeys(): KeyPair {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url');
  const privateKey = Buffer.alloc(32);
  const digits = curve.getPrivateKey();
  digits.copy(privateKey, privateKey.length - digits.length);
  return { publicKey, privateKey: privateKey.toString('base64url') };
}

/** Undefined if the file is missing or contains no keys: devices then subscribe again. */
function read(file: string): KeyPair[] | undefined {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).keys;
  } catch {
    return undefined;
  }
}
