/** Every token the hub knows, from its files, its database and its devices: identifies, creates and revokes them. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { CreatedToken, Identity, NewToken, TokenInfo } from '../../protocol/access.ts';
import type { DeviceSecrets } from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { TokenStore } from '../../store/tokens.ts';
import type { Devices } from './devices.ts';
import { type FileTokens, makeToken } from './token-files.ts';

type Revoked = (identityId: string) => void;

export class Keyring {
  readonly #store: TokenStore;
  readonly #devices: Pick<Devices, 'identify' | 'onRemove'>;
  readonly #now: Clock;
  readonly #files: readonly { readonly identity: Identity; readonly digest: Buffer }[];
  readonly #listeners = new Set<Revoked>();

  constructor(
    files: FileTokens,
    store: TokenStore,
    devices: Pick<Devices, 'identify' | 'onRemove'>,
    now: Clock = systemClock,
  ) {
    this.#store = store;
    this.#devices = devices;
    this.#now = now;
    this.#files = (['operator', 'ingest'] as const).map((role) => ({
      identity: { id: role, name: role, role },
      digest: digestOf(files[role]),
    }));
  }

  /** Undefined for an unknown or revoked token. The secrets of a device are not tokens. */
  identify(token: string): Identity | undefined {
    const digest = digestOf(token);
    const own = this.#files.find((file) => timingSafeEqual(file.digest, digest));
    if (own) return own.identity;
    const named = this.#store.find(token);
    return named && { id: identityOf(named.name), name: named.name, role: named.role };
  }

  identifyDevice(secrets: DeviceSecrets): Identity | undefined {
    return this.#devices.identify(secrets);
  }

  list(): TokenInfo[] {
    return this.#store.list();
  }

  /** The response is the only place that ever shows the token itself. Throws `token_exists`. */
  add({ name, role }: NewToken): CreatedToken {
    const token = makeToken();
    const created_at = new Date(this.#now()).toISOString();
    const isReserved = this.#files.some(({ identity }) => identity.name === name);
    if (isReserved || !this.#store.add(name, role, token, created_at)) {
      throw new ReinsError(
        'token_exists',
        `A token named ${name} already exists. Choose another name, or remove that one first.`,
        { name },
      );
    }
    return { name, role, created_at, token };
  }

  /** Revokes the token and notifies its open connections. Throws `token_not_found`. */
  remove(name: string): void {
    if (!this.#store.remove(name)) {
      throw new ReinsError('token_not_found', `There is no token named ${name}.`, { name });
    }
    for (const listener of [...this.#listeners]) listener(identityOf(name));
  }

  /** Calls back with the identity of each removed token or device, until the returned function is called. */
  onRemove(listener: Revoked): () => void {
    this.#listeners.add(listener);
    const forget = this.#devices.onRemove(listener);
    return () => {
      this.#listeners.delete(listener);
      forget();
    };
  }
}

function identityOf(name: string): string {
  return `token:${name}`;
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
