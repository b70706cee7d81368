/** A push service on loopback that decrypts messages like a browser, and checks who signed them. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As the browser's worker would read it. */
  readonly message: Record<string, unknown>;
  /** The key that signed it, in the format of browsers. */
  readonly signedBy: string;
}

export class PushService {
  readonly received: Received[] = [];
  /** The status of the next responses; 201 by default, and no response at all for 0. */
  readonly statuses: number[] = [];
  readonly #listeners: ((received: Received) => unknown)[] = [];
  readonly #server: Server;
  readonly #browser = createECDH('prime256v1');
  readonly #secret = randomBytes(16);

  private constructor(server: Server) {
    this.#server = server;
    this.#browser.generateKeys();
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server);
    server.on('request', async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const status = service.statuses.shift() ?? 201;
      if (status === 0) return;
      if (status < 300) {
        const received: Received = {
          path: request.url ?? '',
          headers: request.headers,
          message: JSON.parse(service.#open(Buffer.concat(pieces)).toString()) as Record<string, unknown>,
          signedBy: checkSignature(String(request.headers.authorization), service.url),
        };
        service.received.push(received);
        for (const listener of service.#listeners) listener(received);
      }
      response.writeHead(status).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What a browser would send the hub. */
  subscription(path = '/device') {
    return {
      endpoint: `${this.url}${path}`,
      keys: {
        p256dh: this.#browser.getPublicKey().toString('base64url'),
        auth: this.#secret.toString('base64url'),
      },
    };
  }

  /** Calls back with each accepted message. */
  onMessage(listener: (received: Received) => unknown): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  /** RFC 8291 and RFC 8188, from the receiving end. */
  #open(body: Buffer): Buffer {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const shared = this.#browser.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#browser.getPublicKey(), sender]);
    const input = Buffer.from(hkdfSync('sha256', shared, this.#secret, info, 32));
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, length));
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2));
  }
}

/** Throws unless the signature is valid and meant for this service. */
function checkSignature(authorization: string, audience: string): string {
  const [, token = '', key = ''] = /^vapid t=(\S+), ?k=(\S+)$/.exec(authorization) ?? [];
  const [header, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as never);
  const signed = Buffer.from(`${header}.${claims}`);
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url')))
    throw new Error('bad signature');
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  if (aud !== audience) throw new Error(`meant for ${aud}`);
  return key;
}
