/**
 * The headers that hooks send to a hub behind a URL, one file per hub: the token, and what else is said of the sender.
 * In the home and not in the settings, which others may read; never on a command line, which everybody may.
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
  /** Of role ingest, at that hub. */
  readonly token: string;
  /** How this machine is called there. */
  readonly host: string;
}

const FILE = /^[0-9a-f]{16}\.headers(\.slow)?$/;

export function headersFileFor({ hooksFolder }: ReinsHome, url: string): string {
  return join(hooksFolder, `${sha256(url).slice(0, 16)}.headers`);
}

/** As curl reads them. Throws `invalid_request` for a token that would break out of its line. */
export function headerLines({ token, host }: RemoteSender): string {
  if (!/^[\w.~+/=-]+$/.test(token)) {
    throw new ReinsError('invalid_request', 'A token has letters, digits and a few marks only. Check it.');
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

/** The token that an earlier install left for this hub. */
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
