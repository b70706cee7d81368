import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from '../../test/running-server.ts';
import { makeCertificate } from '../../test/self-signed.ts';
import { followCertificate, readCertificate } from './certificate.ts';
import { listen } from './listen.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-certificate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeCertificate() {
  const made = makeCertificate();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, made.cert);
  writeFileSync(files.key, made.key);
  return { ...made, files };
}

test('serves the same app with HTTPS', async () => {
  const { files, cert, serial } = writeCertificate();
  const server = await startServer();
  const listener = await listen(server.app, '127.0.0.1', 0, { files, warn: () => {} });
  const answered = await new Promise<{ status: number | undefined; serial: string }>((resolve, reject) => {
    const sent = request(`${listener.url}/api/health`, { ca: cert, agent: false }, (response) => {
      const { serialNumber } = (response.socket as TLSSocket).getPeerCertificate();
      response.resume().on('end', () => resolve({ status: response.statusCode, serial: serialNumber }));
    });
    sent.on('error', reject).end();
  });
  expect(listener.url).toMatch(/^https:/);
  expect(answered).toEqual({ status: 200, serial });
  await listener.close();
  await server.close();
});

test('refuses files that do not match, by name', () => {
  const { files } = writeCertificate();
  writeFileSync(files.key, makeCertificate().key);
  expect(() => readCertificate(files)).toThrow(/cert\.pem.*key\.pem/);
  expect(() => readCertificate({ ...files, cert: join(folder, 'none.pem') })).toThrow(/ENOENT/);
});

test('uses a renewed certificate, and reports and ignores a broken one', () => {
  const { files } = writeCertificate();
  const used: { cert: Buffer }[] = [];
  const warned: string[] = [];
  const server = { setSecureContext: (context: { cert: Buffer }) => used.push(context) };
  const following = followCertificate(server as never, files, (message) => warned.push(message));
  const renewed = writeCertificate();
  following.renew();
  expect(used.map(({ cert }) => String(cert))).toEqual([renewed.cert]);
  writeFileSync(files.cert, 'half a cert');
  following.renew();
  expect(used).toHaveLength(1);
  expect(warned).toEqual([expect.stringContaining('cert.pem')]);
  following.stop();
});
