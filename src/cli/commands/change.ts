/** `reins change`: changes a session's name, model, permission mode, relay setting, pin, archive state or labels. */
import type { Session } from '../../protocol/session.ts';
import type { SessionPatch } from '../../protocol/steering.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printSession } from '../steer/print-session.ts';
import { usageError } from '../usage-error.ts';

export interface ChangeOptions {
  readonly name?: string;
  readonly model?: string;
  readonly permissionMode?: string;
  readonly relay?: string;
  readonly pin?: string;
  readonly archive?: string;
  readonly label?: readonly string[];
  readonly unlabel?: readonly string[];
  readonly json?: boolean;
}

export async function change(meant: string, { json, ...options }: ChangeOptions): Promise<number> {
  const patch = readPatch(options);
  const { label, unlabel } = options;
  const { client } = findHub(process.env);
  const sessionId = await findSession(client, meant);
  const labels = (label || unlabel) && changedLabels(await client.get(sessionId, { limit: 0 }), options);
  printSession(
    await client.changeSession(sessionId, { ...patch, ...(labels && { labels }) }),
    'changed:',
    json,
  );
  return EXIT.done;
}

function readPatch(options: ChangeOptions): SessionPatch {
  const { name, model, permissionMode, relay, pin, archive } = options;
  const patch: SessionPatch = {
    ...(name !== undefined && { name }),
    ...(model !== undefined && { model }),
    ...(permissionMode !== undefined && {
      permission_mode: permissionMode as SessionPatch['permission_mode'],
    }),
    ...(relay !== undefined && { relay: isOn('--relay', relay) }),
    ...(pin !== undefined && { pinned: isOn('--pin', pin) }),
    ...(archive !== undefined && { archived: isOn('--archive', archive) }),
  };
  if (Object.keys(patch).length > 0 || options.label || options.unlabel) return patch;
  throw usageError(
    'Give at least one of --name, --model, --permission-mode, --relay, --pin, --archive, --label and --unlabel.',
  );
}

function isOn(flag: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw usageError(`${flag} must be "on" or "off".`);
}

function changedLabels(
  { labels = [] }: Pick<Session, 'labels'>,
  { label = [], unlabel = [] }: ChangeOptions,
) {
  return [...new Set([...labels, ...label])].filter((one) => !unlabel.includes(one));
}
