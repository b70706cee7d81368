/** `/reins new|ls|stop|mode`: reads what was typed and carries it out on behalf of the person. */
import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import { projectName } from '../../core/wording/shown-path.ts';
import { SHAPES } from '../../core/wording/status-shapes.ts';
import { modeText } from '../../core/wording/suggestion-text.ts';
import { exactLine } from '../../lib/hidden-characters.ts';
import type { DeviceRole } from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { PERMISSION_MODES, plainMode } from '../../protocol/permission-modes.ts';
import type { Session } from '../../protocol/session.ts';
import type { SlackSettings } from '../../protocol/slack.ts';
import type { Client } from '../../sdk/client.ts';
import { readSlackText } from './read-text.ts';

export type SlashCommand =
  | { readonly verb: 'new'; readonly folder?: string | undefined; readonly prompt: string }
  | { readonly verb: 'ls' }
  | { readonly verb: 'stop'; readonly session: string }
  | { readonly verb: 'mode'; readonly session: string; readonly mode: string }
  | { readonly verb: 'help' };

export const USAGE = [
  '/reins new [/folder] PROMPT: start a session; without a folder, in the folder of this channel',
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
      const folder = first.startsWith('/') ? first : undefined;
      const prompt = folder === undefined ? rest : rest.slice(folder.length).trim();
      return prompt === '' ? { verb: 'help' } : { verb: 'new', folder, prompt };
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
      const { session_id, title } = await findLive(client, command.session);
      await client.stopSession(session_id);
      return `Stopped ${nameOf(title)}.`;
    }
    case 'mode': {
      const mode = PERMISSION_MODES.find((one) => one === plainMode(command.mode));
      if (!mode) throw new ReinsError('invalid_request', `The modes are: ${PERMISSION_MODES.join(', ')}.`);
      const { session_id, title } = await findLive(client, command.session);
      await client.changeSession(session_id, { permission_mode: mode });
      return `${nameOf(title)} is now in ${modeText(mode)} mode.`;
    }
  }
}

async function startSession(
  { folder, prompt }: Extract<SlashCommand, { verb: 'new' }>,
  { client, settings, channel, id, onStarted }: CommandContext,
): Promise<string> {
  const here = settings.threads.filter(({ to }) => to === channel);
  const cwd = folder ?? here.find((place) => place.folder !== undefined)?.folder;
  if (cwd === undefined) {
    throw new ReinsError(
      'invalid_request',
      'This channel has no folder. Name one: /reins new /folder PROMPT',
    );
  }
  const { session_id } = await client.createSession({ session_id: id, cwd, prompt });
  onStarted(session_id, here.length > 0 ? channel : undefined);
  return `Started session ${session_id.slice(0, 8)} in ${projectName(cwd)}. Its thread follows.`;
}

async function listSessions(client: Client): Promise<string> {
  const { items } = await client.list({ limit: PAGE });
  const live = items.filter(({ status }) => status !== 'ended');
  if (live.length === 0) return 'No live sessions.';
  const lines = live
    .slice(0, LISTED)
    .map(
      ({ session_id, status, title, cwd, doing }) =>
        `${SHAPES[status]} ${session_id.slice(0, 8)} ${status} · ${projectName(cwd)} · ${nameOf(title)}${doing ? ` · ${nameOf(doing)}` : ''}`,
    );
  return [...lines, ...(live.length > LISTED ? [`and ${live.length - LISTED} more`] : [])].join('\n');
}

async function findLive(client: Client, meant: string): Promise<Session> {
  const { items } = await client.list({ limit: PAGE });
  const found = items.filter(
    ({ session_id, status }) => status !== 'ended' && session_id.startsWith(meant.toLowerCase()),
  );
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  throw new ReinsError(
    only ? 'invalid_request' : 'session_not_found',
    only
      ? `Several live sessions have an id that starts with ${meant}.`
      : `No live session has an id that starts with ${meant}. "/reins ls" lists them.`,
  );
}

function nameOf(title: string): string {
  return exactLine(maskSecrets(title)) || 'New session';
}
