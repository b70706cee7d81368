/** What the probes of an address mean for a phone: findings with remedies. */
import type { ReachedAt } from '../../protocol/setup.ts';
import type { Finding } from '../doctor/check.ts';
import type { Probe } from './probe-address.ts';
import type { LiveProbe } from './probe-live.ts';

export interface Judgement {
  readonly url: string;
  /** Whether a phone could use the page there, which needs live updates. */
  readonly can_connect: boolean;
  /** Whether browsers allow notifications there. */
  readonly push: boolean;
  readonly findings: readonly Finding[];
}

const TRUSTED =
  'Get a certificate that browsers trust, for example through Tailscale or Caddy: see /docs/reach on the hub.';

/** `live` is absent if it was not tried. */
export function judgeAddress({ url, from }: ReachedAt, probe: Probe, live: LiveProbe | undefined): Judgement {
  if (probe.found !== 'hub') return { url, can_connect: false, push: false, findings: [explain(url, probe)] };
  const isHttps = url.startsWith('https:');
  const distrust =
    probe.certificate && 'problem' in probe.certificate ? probe.certificate.problem : undefined;
  const until = probe.certificate && 'until' in probe.certificate ? probe.certificate.until : undefined;
  const isTrusted = isHttps && distrust === undefined;
  const isLive = !live || (live.events && live.socket);
  const firewall = from === 'network' ? '; a firewall on this machine may still block other devices' : '';
  return {
    url,
    can_connect: isLive,
    push: isLive && isTrusted,
    findings: [
      { verdict: 'ok', message: `this hub responds there${firewall}` },
      ...(until === undefined
        ? []
        : [{ verdict: 'ok' as const, message: `certificate valid until ${until}` }]),
      ...(distrust === undefined
        ? []
        : [
            {
              verdict: 'warn' as const,
              message: `browsers do not trust its certificate: ${distrust}`,
              fix: TRUSTED,
            },
          ]),
      ...(isHttps ? [] : [plainHttp]),
      ...(live ? [judgeLive(live)] : []),
      isTrusted
        ? {
            verdict: 'ok',
            message: 'notifications work there; on an iPhone or iPad, first add the page to the home screen',
          }
        : {
            verdict: 'warn',
            message: 'no notifications there, and the page cannot be installed',
            fix: TRUSTED,
          },
    ],
  };
}

const plainHttp: Finding = {
  verdict: 'warn',
  message: 'plain HTTP: others on the network can read everything',
  fix: 'Use it only in a network that you trust, or set up HTTPS.',
};

function judgeLive({ events, socket }: LiveProbe): Finding {
  if (events && socket)
    return { verdict: 'ok', message: 'live updates get through: event stream and WebSocket' };
  const missing = [...(events ? [] : ['the event stream']), ...(socket ? [] : ['the WebSocket'])];
  return {
    verdict: 'fail',
    message: `live updates do not get through: ${missing.join(' and ')}`,
    fix: 'Make the proxy pass on "Upgrade", "Connection" and "Host" with its port, and not buffer responses: see /docs/reach on the hub.',
  };
}

function explain(url: string, probe: Exclude<Probe, { found: 'hub' }>): Finding {
  const { hostname } = new URL(url);
  switch (probe.found) {
    case 'refused':
      return {
        verdict: 'fail',
        message: `the hub refuses the name it is called by`,
        fix: `Make the proxy pass on the name (Host), or run: reins config set allowed_hosts '["${hostname}"]'`,
      };
    case 'redirect':
      return {
        verdict: 'fail',
        message: `redirects to ${probe.to}`,
        fix: 'If a login page is in front of the hub, open it once on the phone; otherwise set public_url to that address.',
      };
    case 'other':
      return {
        verdict: 'fail',
        message: `something else answers there, with status ${probe.status}`,
        fix: 'Check where the proxy or tunnel leads, and the setting public_url.',
      };
    case 'nothing':
      return {
        verdict: 'fail',
        message: `no connection from this machine: ${probe.why}`,
        fix: 'Check that the proxy or tunnel is running. Some routers do not let a machine reach its own public address: then try from the phone.',
      };
  }
}
