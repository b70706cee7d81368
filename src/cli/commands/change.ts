/** `reins change`: changes a session's name, model or permission mode, or turns its relay on or off. */
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
  readonly json?: boolean;
}

export async function change(meant: string, { json, ...options }: ChangeOptions): Promise<number> {
  const patch = readPatch(options);
  const { client } = findHub(process.env);
  const sessionId = await findSession(client, meant);
  printSession(await client.changeSession(sessionId, patch), 'changed:', json);
  return EXIT.done;
}

function readPatch({ name, model, permissionMode, relay }: ChangeOptions): SessionPatch {
  if (relay !== undefined && relay !== 'on' && relay !== 'off')
    throw usageError('--relay must be "on" or "off".');
  const patch: SessionPatch = {
    ...(name !== undefined && { name }),
    ...(model !== undefined && { model }),
    ...(permissionMode !== undefined && {
      permission_mode: permissionMode as SessionPatch['permission_mode'],
    }),
    ...(relay !== undefined && { relay: relay === 'on' }),
  };
  if (Object.keys(patch).length > 0) return patch;
  throw usageError('Give at least one of --name, --model, --permission-mode and --relay.');
}
