/** The certificate for HTTPS: read from files, and read again when they are renewed. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { ReinsError } from '../protocol/errors.ts';

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** Renewals happen days ahead; there is no hurry. */
const LOOK_EVERY_MS = 60_000;

/** Throws `certificate_invalid` with the reason. */
export function readCertificate({ cert, key }: CertificateFiles): { cert: Buffer; key: Buffer } {
  try {
    const pair = { cert: readFileSync(cert), key: readFileSync(key) };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    throw new ReinsError(
      'certificate_invalid',
      `HTTPS cannot use ${cert} with ${key}: ${(error as Error).message}. Use a PEM certificate and its matching key.`,
      { cert, key },
    );
  }
}

/** Keeps the old certificate while the new one cannot be used. */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  files: CertificateFiles,
  warn: (message: string) => void,
): { renew(): void; stop(): void } {
  const renew = () => {
    try {
      server.setSecureContext(readCertificate(files));
    } catch (error) {
      warn((error as Error).message);
    }
  };
  const watched = [files.cert, files.key];
  for (const file of watched) watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, renew);
  return {
    renew,
    stop() {
      for (const file of watched) unwatchFile(file, renew);
    },
  };
}
