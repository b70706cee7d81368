/** Calls the hub at an address for other devices, as a phone would, and finds out what answers there. */
import { randomBytes } from 'node:crypto';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { isHubProof } from '../../hub/access/hub-proof.ts';

export type Probe =
  /** This hub; `certificate` says until when browsers trust the address, or why they do not. */
  | {
      readonly found: 'hub';
      readonly certificate?: { readonly until: string } | { readonly problem: string };
    }
  /** This hub, or one like it, which does not accept the name that it was called by. */
  | { readonly found: 'refused' }
  | { readonly found: 'redirect'; readonly to: string }
  | { readonly found: 'other'; readonly status: number }
  | { readonly found: 'nothing'; readonly why: string };

export interface ProbeOptions {
  /** The operator's token. It is never sent: it verifies the hub's proof. */
  readonly token: string;
  /** Ports on which the hub itself listens; a proxy forwards to one of them. */
  readonly ports: readonly number[];
  readonly timeoutMs?: number;
}

export async function probeAddress(url: string, options: ProbeOptions): Promise<Probe> {
  const challenge = randomBytes(32).toString('base64url');
  const target = new URL(`/api/health?challenge=${challenge}`, url);
  const ask = (rejectUnauthorized: boolean) => get(target, options.timeoutMs ?? 5000, rejectUnauthorized);
  try {
    return identify(await ask(true), challenge, options);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isCertificate = target.protocol === 'https:' && /CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code);
    if (!isCertificate) return { found: 'nothing', why: message || code };
    const probe = await ask(false).then(
      (answer) => identify(answer, challenge, options),
      (again: Error): Probe => ({ found: 'nothing', why: again.message }),
    );
    return probe.found === 'hub' ? { found: 'hub', certificate: { problem: message } } : probe;
  }
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
  readonly validTo: string | undefined;
}

function identify(answer: Answer, challenge: string, { token, ports }: ProbeOptions): Probe {
  const { status, location, text, validTo } = answer;
  if (location !== undefined && status >= 300 && status < 400) return { found: 'redirect', to: location };
  const { proof, error } = readJson(text);
  if (typeof proof === 'string' && ports.some((port) => isHubProof(proof, token, challenge, port))) {
    return {
      found: 'hub',
      ...(validTo !== undefined && { certificate: { until: new Date(validTo).toISOString().slice(0, 10) } }),
    };
  }
  return status === 403 && error !== undefined ? { found: 'refused' } : { found: 'other', status };
}

function readJson(text: string): { proof?: unknown; error?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function get(url: URL, timeoutMs: number, rejectUnauthorized: boolean): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const options: RequestOptions & { rejectUnauthorized: boolean } = {
      rejectUnauthorized,
      signal,
      agent: false,
    };
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(url, options, async (response) => {
      try {
        const { validTo } = certificateOf(response.socket as TLSSocket);
        let text = '';
        for await (const part of response.setEncoding('utf8')) text += part;
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, text, validTo });
      } catch (error) {
        reject(error);
      }
    });
    const fail = (error: Error) =>
      reject(signal.aborted ? new Error(`no answer within ${timeoutMs / 1000} s`) : error);
    sent.on('error', fail).end();
  });
}

function certificateOf(socket: Partial<TLSSocket>): { validTo: string | undefined } {
  return { validTo: socket.getPeerCertificate?.()?.valid_to };
}
