/**
 * How a hub proves to local programs that it is the hub of their home, before they send it anything: it responds to a random
 * challenge with a keyed hash, made with the operator's token, which only the owner of the home can read. The hash includes
 * the port, so that a program on another port cannot pass the challenge on to the real hub.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export function makeHubProof(token: string, challenge: string, port: number): string {
  return createHmac('sha256', token).update(`reins hub proof\n${port}\n${challenge}`).digest('base64url');
}

export function isHubProof(proof: string, token: string, challenge: string, port: number): boolean {
  const [given, expected] = [proof, makeHubProof(token, challenge, port)].map((text) => Buffer.from(text));
  return given !== undefined && given.length === expected?.length && timingSafeEqual(given, expected);
}
