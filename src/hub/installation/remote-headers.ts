/**
 * The headers that hooks send to a hub behind a URL, one file per hub: the token and details of the sender. They are in the
 * home and not in the settings, which others may read, and never on a command line, which everyone can.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../lib/sha256.ts';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ReinsHome } from '../home/reins-home.ts';
import { listReceipts } from './receipts.ts';

export interface RemoteSender {
  readonly url: string;
  /** A token with the role `ingest` at that hub. */
  readonly token: string;
  /** The name of this machine there. */
  readonly host: string;
}

const FILE = /^[0-9a-f]{16}\.headers(\.slow)?$/;

export function headersFileFor({ hooksFolder }: ReinsHome, url: string): string {
  return join(hooksFolder, `${sha256(url).slice(0, 16)}.headers`);
}

/** In the form that curl reads. Throws `invalid_request` for a token that would break out of its line. */
export function headerLines({ token, host }: RemoteSender): string {
  if (!/^[\w.~+/=-]+$/.test(token)) {
    throw new ReinsError(
      'invalid_request',
      'The token contains invalid characters. Check that you copied it completely.',
    );
  }
  const lines = [
    `authorization: Bearer ${token}`,
    `x-reins-host: ${host}`,
    'x-reins-view: hooks',
    'content-type: application/json',
  ];
  return `${lines.join('\n')}\n`;
}

export function writeHeaders(home: ReinsHome, sender: RemoteSender): void {
  const lines = headerLines(sender);
  mkdirSync(home.hooksFolder, { recursive: true, mode: 0o700 });
  writeFileAtomically(headersFileFor(home, sender.url), lines, 0o600);
}

/** The token for this hub from an earlier install. */
export function knownToken(home: ReinsHome, url: string): string | undefined {
  try {
    const text = readFileSync(headersFileFor(home, url), 'utf8');
    return /^authorization: Bearer (\S+)$/m.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

/** Removes the headers for hubs that no settings file reports to any more. */
export function forgetUnusedHeaders(home: ReinsHome): void {
  const used = listReceipts(home).flatMap(({ url }) => url ?? []);
  const kept = new Set(used.map((url) => headersFileFor(home, url)));
  let names: string[] = [];
  try {
    names = readdirSync(home.hooksFolder).filter((name) => FILE.test(name));
  } catch {
    // Nothing was ever installed here.
  }
  for (const name of names) {
    const file = join(home.hooksFolder, name);
    if (!kept.has(file.replace(/\.slow$/, ''))) rmSync(file, { force: true });
  }
}
