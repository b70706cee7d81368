/** Creates a certificate for 127.0.0.1, so that the repository contains no key. */
import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** One value of ASN.1: its tag, its length, its content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...content: Buffer[]) => der(0x30, ...content);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** ECDSA with SHA-256 */
const SIGNATURE = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const ALTERNATIVE_NAME = oid('551d11');

export function makeCertificate(): { cert: string; key: string; serial: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(7)]);
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('reins test')))));
  const addresses = sequence(der(0x87, Buffer.from([127, 0, 0, 1])));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    SIGNATURE,
    name,
    sequence(time(new Date(Date.now() - 3_600_000)), time(new Date(Date.now() + 3_600_000))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(ALTERNATIVE_NAME, der(0x04, addresses)))),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const whole = sequence(body, SIGNATURE, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    serial: serial.toString('hex').toUpperCase(),
  };
}
