/**
 * What the NATS user of a host may publish and subscribe to. A host publishes only under its own id; only the founder
 * creates and removes streams. An invitation may do nothing but join.
 */
import { EVENT_STREAM, HOST_BUCKET, inboxOf, joinInboxOf, joinSubject, PROMPT_STREAM } from './subjects.ts';

export interface HostPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const STREAMS = [EVENT_STREAM, PROMPT_STREAM, `KV_${HOST_BUCKET}`];

export function permissionsOf(host: string, { isFounder }: { readonly isFounder: boolean }): HostPermissions {
  return {
    publish: [
      `reins.ev.${host}`,
      `reins.rpc.*.${host}`,
      `reins.live.${host}.>`,
      `reins.presence.${host}`,
      `reins.prompts.*.${host}.*`,
      `$KV.${HOST_BUCKET}.${host}`,
      '$JS.API.INFO',
      '$JS.ACK.>',
      '$JS.FC.>',
      ...STREAMS.flatMap((stream) => [
        `$JS.API.STREAM.INFO.${stream}`,
        `$JS.API.STREAM.MSG.GET.${stream}`,
        `$JS.API.DIRECT.GET.${stream}`,
        `$JS.API.DIRECT.GET.${stream}.>`,
        `$JS.API.CONSUMER.*.${stream}`,
        `$JS.API.CONSUMER.*.${stream}.>`,
        `$JS.API.CONSUMER.MSG.NEXT.${stream}.>`,
      ]),
      ...(isFounder ? ['$JS.API.STREAM.>', `$KV.${HOST_BUCKET}.>`] : []),
    ],
    subscribe: [
      ...[`${inboxOf(host)}.>`, `reins.rpc.${host}.>`, 'reins.live.>', 'reins.presence.>'],
      ...(isFounder ? [joinSubject(host, '*')] : []),
    ],
  };
}

export function permissionsToJoin(host: string, founder: string): HostPermissions {
  return { publish: [joinSubject(founder, host)], subscribe: [`${joinInboxOf(host)}.>`] };
}
