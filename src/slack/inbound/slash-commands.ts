/** `/reins new|ls|stop|mode`: reads what was typed and carries it out on behalf of the person. */
import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import { splitAddress } from '../../core/session-address.ts';
import { projectName } from '../../core/wording/shown-path.ts';
import { SHAPES } from '../../core/wording/status-shapes.ts';
import { modeText } from '../../core/wording/suggestion-text.ts';
import { exactLine } from '../../lib/hidden-characters.ts';
import type { DeviceRole } from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { PERMISSION_MODES, plainMode } from '../../protocol/permission-modes.ts';
import type { Session } from '../../protocol/session.ts';
import type { SlackSettings, ThreadPlace } from '../../protocol/slack.ts';
import type { Client } from '../../sdk/client.ts';
import { isInside } from '../threads/place-of.ts';
import { readSlackText } from './read-text.ts';

export type SlashCommand =
  | {
      readonly verb: 'new';
      readonly host?: string | undefined;
      readonly folder?: string | undefined;
      readonly prompt: string;
    }
  | { readonly verb: 'ls' }
  | { readonly verb: 'stop'; readonly session: string }
  | { readonly verb: 'mode'; readonly session: string; readonly mode: string }
  | { readonly verb: 'help' };

const USAGE = [
  '/reins new [[HOST:]/folder] PROMPT: start a session; without a folder, in the folder of this channel',
  '/reins ls: list live sessions',
  '/reins stop ID: end a session; its history is kept',
  `/reins mode ID MODE: change the permission mode (${PERMISSION_MODES.join(', ')})`,
].join('\n');

/** The role that each one needs. */
export const NEEDED_ROLE: Readonly<Record<SlashCommand['verb'], DeviceRole>> = {
  new: 'operator',
  ls: 'viewer',
  stop: 'operator',
  mode: 'operator',
  help: 'viewer',
};

const LISTED = 20;
const PAGE = 500;

export function readSlashCommand(typed: string): SlashCommand {
  const text = readSlackText(typed).trim();
  const [, verb = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const [first = '', second = ''] = rest.split(/\s+/);
  switch (verb) {
    case 'new': {
      const [place = '', host, folder] = /^(?:([\w.-]+):)?(\/.*)$/.exec(first) ?? [];
      const prompt = rest.slice(place.length).trim();
      return prompt === '' ? { verb: 'help' } : { verb: 'new', host, folder, prompt };
    }
    case 'ls':
      return { verb: 'ls' };
    case 'stop':
      return first === '' ? { verb: 'help' } : { verb: 'stop', session: first };
    case 'mode':
      return second === '' ? { verb: 'help' } : { verb: 'mode', session: first, mode: second };
    default:
      return { verb: 'help' };
  }
}

export interface CommandContext {
  /** Acts for the person. */
  readonly client: Client;
  readonly settings: SlackSettings;
  /** Where it was typed. */
  readonly channel: string;
  /** The same for a repeated command. */
  readonly id: string;
  readonly onStarted: (sessionId: string, channel: string | undefined) => void;
}

/** Returns the reply. */
export async function runSlashCommand(command: SlashCommand, context: CommandContext): Promise<string> {
  const { client } = context;
  switch (command.verb) {
    case 'help':
      return USAGE;
    case 'ls':
      return listSessions(client);
    case 'new':
      return startSession(command, context);
    case 'stop': {
      const { address, title } = await findLive(client, command.session);
      await client.stopSession(address);
      return `Stopped ${nameOf(title)}.`;
    }
    case 'mode': {
      const mode = PERMISSION_MODES.find((one) => one === plainMode(command.mode));
      if (!mode) throw new ReinsError('invalid_request', `The modes are: ${PERMISSION_MODES.join(', ')}.`);
      const { address, title } = await findLive(client, command.session);
      await client.changeSession(address, { permission_mode: mode });
      return `${nameOf(title)} is now in ${modeText(mode)} mode.`;
    }
  }
}

async function startSession(
  { host: named, folder, prompt }: Extract<SlashCommand, { verb: 'new' }>,
  { client, settings, channel, id, onStarted }: CommandContext,
): Promise<string> {
  const here = settings.threads.filter(({ to }) => to === channel);
  const isMeant = (place: ThreadPlace) =>
    folder === undefined
      ? place.folder !== undefined
      : place.folder === undefined || isInside(folder, place.folder);
  const place = here.find(isMeant);
  const cwd = folder ?? place?.folder;
  if (cwd === undefined) {
    throw new ReinsError(
      'invalid_request',
      'This channel has no folder. Name one: /reins new /folder PROMPT',
    );
  }
  const host = named ?? place?.host;
  const { session_id } = await client.createSession({ session_id: id, cwd, prompt, ...(host && { host }) });
  onStarted(session_id, here.length > 0 ? channel : undefined);
  const where = host === undefined ? projectName(cwd) : `${projectName(cwd)} on ${host}`;
  return `Started session ${session_id.slice(0, 8)} in ${where}. Its thread follows.`;
}

async function listSessions(client: Client): Promise<string> {
  const { items } = await client.list({ limit: PAGE, archived: false });
  const live = items.filter(({ status }) => status !== 'ended');
  if (live.length === 0) return 'No live sessions.';
  const hasSeveral = new Set(items.map(({ host }) => host)).size > 1;
  const lines = live.slice(0, LISTED).map(({ session_id, status, title, cwd, doing, host, host_state }) => {
    const isOffline = host_state?.state === 'offline';
    const where = hasSeveral ? ` on ${host}${isOffline ? ' (offline)' : ''}` : '';
    const facts = [`${session_id.slice(0, 8)} ${status}`, `${projectName(cwd)}${where}`, nameOf(title)];
    return `${SHAPES[status]} ${[...facts, ...(doing ? [nameOf(doing)] : [])].join(' · ')}`;
  });
  return [...lines, ...(live.length > LISTED ? [`and ${live.length - LISTED} more`] : [])].join('\n');
}

/** `meant`: the start of an id, and `@HOST` if several hosts have it. */
async function findLive(client: Client, meant: string): Promise<Session & { readonly address: string }> {
  const { id: start, host } = splitAddress(meant);
  const { items } = await client.list({ limit: PAGE, ...(host !== undefined && { host }) });
  const found = items.filter(
    ({ session_id, status }) => status !== 'ended' && session_id.startsWith(start.toLowerCase()),
  );
  const [only, ...others] = found;
  if (only && others.length === 0)
    return { ...only, address: host === undefined ? only.session_id : `${only.session_id}@${host}` };
  if (!only)
    throw new ReinsError(
      'session_not_found',
      `No live session has an id that starts with ${meant}. "/reins ls" lists them.`,
    );
  const isSame = others.every(({ session_id }) => session_id === only.session_id);
  const hosts = found.map((session) => `${start}@${session.host}`).join(' or ');
  throw new ReinsError(
    'invalid_request',
    isSame
      ? `Several hosts have this session. Name one: ${hosts}.`
      : `Several live sessions have an id that starts with ${meant}.`,
  );
}

function nameOf(title: string): string {
  return exactLine(maskSecrets(title)) || 'New session';
}
