/** `reins reach`: checks from this machine whether a phone could use the hub, and what to do if not. */
import { randomBytes } from 'node:crypto';
import { locateHome } from '../../hub/home/reins-home.ts';
import type { ReachedAt } from '../../protocol/setup.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { readHomeToken } from '../../sdk-node/prove-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findProgram } from '../install/find-program.ts';
import { printJson } from '../print.ts';
import { type Judgement, judgeAddress } from '../reach/judge-address.ts';
import { probeAddress } from '../reach/probe-address.ts';
import { probeLive } from '../reach/probe-live.ts';
import { describeWays } from '../reach/ways.ts';
import { cleanLine } from '../terminal/clean-text.ts';

/** Exits with 1 if a phone cannot connect. */
export async function reach({ json }: { readonly json?: boolean }): Promise<number> {
  // Only the machine of the hub can verify its proof.
  const { client, url: here } = findHub({ ...process.env, REINS_URL: '', REINS_TOKEN: '' });
  const { addresses } = await client.setup.get();
  const outside = addresses.filter(({ from }) => from !== 'this_machine');
  const judged = await Promise.all(outside.map((address) => judge(address, here, client)));
  const canConnect = judged.some(({ can_connect }) => can_connect);
  const push = judged.some((one) => one.push);
  if (json) printJson({ can_connect: canConnect, push, addresses: judged });
  else for (const line of describe(judged, here)) console.log(line);
  return canConnect ? EXIT.done : EXIT.failed;
}

async function judge(address: ReachedAt, here: string, client: Client): Promise<Judgement> {
  const { url } = address;
  const ports = [here, url].map((one) => Number(new URL(one).port || (one.startsWith('https:') ? 443 : 80)));
  const probe = await probeAddress(url, { token: readHomeToken(locateHome(process.env)), ports });
  // The token could be intercepted at an address without a valid certificate.
  const isSafe = probe.found === 'hub' && probe.certificate !== undefined && 'until' in probe.certificate;
  const live = isSafe ? await withViewer(client, (token) => probeLive(url, token)) : undefined;
  return judgeAddress(address, probe, live);
}

/** With a token that watches, and that is revoked afterwards. */
async function withViewer<T>(client: Client, act: (token: string) => Promise<T>): Promise<T> {
  const name = `reach-check-${randomBytes(4).toString('hex')}`;
  const { token } = await client.tokens.add(name, 'viewer');
  try {
    return await act(token);
  } finally {
    await client.tokens.revoke(name);
  }
}

function describe(judged: readonly Judgement[], here: string): string[] {
  const { port } = new URL(here);
  const canConnect = judged.some(({ can_connect }) => can_connect);
  return [
    ...judged.flatMap(({ url, findings }) => [
      url,
      ...findings.flatMap(({ verdict, message, fix }) => [
        `  ${verdict.padEnd(4)}  ${cleanLine(message)}`,
        ...(fix === undefined ? [] : [`        ${fix}`]),
      ]),
      '',
    ]),
    ...(judged.length === 0
      ? [`A phone cannot connect: the hub listens on this machine only, at ${here}.`, '']
      : []),
    ...(canConnect
      ? ['Pair the phone with "reins pair", which shows a QR code.']
      : [
          `Ways to let a phone in, best first (details: ${here}/docs/reach):`,
          ...describeWays(Number(port), (program) => findProgram(program, process.env) !== undefined),
          '',
          'For a proxy or tunnel, then run "reins config set public_url https://ADDRESS", and "reins reach" again.',
        ]),
  ];
}
