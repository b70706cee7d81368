/** Invitations for devices: codes that work once, for a short time. Held only in memory, and only as hashes. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { DeviceRole } from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { WrongGuesses } from './wrong-guesses.ts';

export interface Invitation {
  readonly deviceId: string;
  readonly role: DeviceRole;
  readonly name?: string | undefined;
  readonly expiresAt: number;
}

const LIFETIME_MS = 10 * 60_000;

export class PairingCodes {
  readonly #open = new Map<string, Invitation>();
  readonly #now: Clock;
  readonly #wrong: WrongGuesses;

  constructor(now: Clock) {
    this.#now = now;
    this.#wrong = new WrongGuesses(now);
  }

  make(invitation: Omit<Invitation, 'expiresAt'>): { code: string; expiresAt: number } {
    this.#forgetOld();
    // 120 bits: short enough for a QR code that every phone can read, too long to guess.
    const code = randomBytes(15).toString('base64url');
    const expiresAt = this.#now() + LIFETIME_MS;
    this.#open.set(sha256(code), { ...invitation, expiresAt });
    return { code, expiresAt };
  }

  /**
   * Uses the code. Throws `pairing_refused` for a wrong, expired or used one, `too_many_attempts` if the address has sent
   * many of those. A valid code always works: otherwise anyone could lock everyone else out.
   */
  take(code: string, address: string): Invitation {
    this.#forgetOld();
    const key = sha256(code.trim());
    const invitation = this.#open.get(key);
    if (!invitation) {
      if (!this.#wrong.add(address)) {
        throw new ReinsError(
          'too_many_attempts',
          'Too many wrong codes from this address. Wait a minute, or run "reins pair" for a new link.',
        );
      }
      throw new ReinsError(
        'pairing_refused',
        'This link was already used or revoked, has expired, or belongs to another hub. Get a new one, for example with "reins pair".',
      );
    }
    this.#open.delete(key);
    return invitation;
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [key, { expiresAt }] of this.#open) if (expiresAt <= now) this.#open.delete(key);
  }
}
