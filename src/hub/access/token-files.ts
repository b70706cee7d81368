/** The two tokens in files readable only by their owner: the operator's own, and the one that hooks use. */
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';

export interface FileTokens {
  readonly operator: string;
  readonly ingest: string;
}

/**
 * 256 random bits, in letters that fit a header, a URL and a WebSocket subprotocol. The prefix lets masking and secret
 * scanners recognize it; tokens from before the prefix remain valid.
 */
export function makeToken(): string {
  return `reins_${randomBytes(32).toString('base64url')}`;
}

/** Reads both files and creates missing ones. The folder must exist and be locked by one hub. */
export function loadTokenFiles({ folder }: { readonly folder: string }): FileTokens {
  return {
    operator: readOrMake(join(folder, 'token')),
    ingest: readOrMake(join(folder, 'ingest-token')),
  };
}

function readOrMake(file: string): string {
  const known = readToken(file);
  if (known) return known;
  const token = makeToken();
  writeFileAtomically(file, `${token}\n`, 0o600);
  return token;
}

/** Valid in a header, and long enough to be a secret. */
const TOKEN = /^[\x21-\x7e]{32,}$/;

/** Undefined if the file is missing or contains nothing that could be a secret. */
function readToken(file: string): string | undefined {
  try {
    const token = readFileSync(file, 'utf8').trim();
    chmodSync(file, 0o600);
    return TOKEN.test(token) ? token : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    // The error for reading a folder does not name it.
    throw Object.assign(error as Error, { path: file });
  }
}
