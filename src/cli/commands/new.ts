/**
 * `reins new`: starts a session. At a terminal with tmux, the real Claude Code opens, as with `claude`; otherwise the
 * session starts without a terminal, and its id is printed.
 */
import { ReinsError } from '../../protocol/errors.ts';
import type { NewSession } from '../../protocol/steering.ts';
import type { Template } from '../../protocol/templates.ts';
import type { Client } from '../../sdk/client.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printJson } from '../print.ts';
import { withTrust } from '../steer/ask-trust.ts';
import { firstMessage } from '../steer/await-turn.ts';
import { ensureHub } from '../steer/ensure-hub.ts';
import { followTurn } from '../steer/follow-turn.ts';
import { isAtTerminal, openTerminal, terminalSize, whyNoTerminal } from '../steer/open-terminal.ts';
import { suggestWatching } from '../steer/print-session.ts';
import { readPrompt } from '../steer/read-prompt.ts';
import { type RunOptions, runChoices } from '../steer/run-choices.ts';
import { splitWords } from '../steer/split-words.ts';
import { stopSignal } from '../stop-signal.ts';
import { showSession } from './watch.ts';

export interface NewOptions extends RunOptions {
  readonly template?: string;
  readonly host?: string;
  readonly sessionId?: string;
  readonly continue?: boolean;
  readonly resume?: string;
  readonly forkSession?: boolean;
  readonly follow?: boolean;
  readonly detach?: boolean;
  readonly json?: boolean;
}

/** `passed`: the arguments after `--`. */
export async function newSession(
  words: readonly string[],
  passed: readonly string[],
  options: NewOptions,
): Promise<number> {
  if (options.forkSession && options.resume === undefined) {
    throw new ReinsError(
      'invalid_request',
      '--fork-session requires --resume, which names the session to copy.',
    );
  }
  if (options.template !== undefined && (options.resume !== undefined || options.continue)) {
    throw new ReinsError(
      'invalid_request',
      '--template is for new sessions, not for --resume or --continue.',
    );
  }
  const { prompt: typed, claudeArgs } = splitWords(words, passed);
  const written = typed === '-' ? await readPrompt(['-']) : typed;
  const chosen = runChoices(options);
  const connection = await ensureHub(process.env);
  const { client } = connection;
  const template = options.template === undefined ? {} : await findTemplate(client, options.template);
  // A resumed session already has a folder.
  const here = options.resume === undefined ? { cwd: process.cwd() } : {};
  const choices = { ...here, ...template, ...chosen };
  const prompt = written ?? template.prompt;
  const claude_args = [...(template.claude_args ?? []), ...claudeArgs];
  // A terminal of another host does not open here.
  const staysOut = options.json || options.follow || options.detach || options.host !== undefined;
  const obstacle = whyNoTerminal(connection);
  const driver = choices.driver ?? chooseDriver(obstacle, staysOut ?? false);
  const opensHere = driver === 'tmux' && obstacle === undefined && !staysOut;
  const body = {
    ...choices,
    ...(await identity(client, options)),
    ...(driver && { driver }),
    ...(prompt !== undefined && { prompt }),
    ...(options.host !== undefined && { host: options.host }),
    ...(claude_args.length > 0 && { claude_args }),
    ...(driver === 'tmux' && terminalSize()),
    // In the terminal that opens, Claude Code itself asks.
    ...(opensHere && { trust: 'terminal' as const }),
  };
  const session = await withTrust(options.trust, (trust) => client.createSession({ ...body, ...trust }));
  const { session_id: id } = session;
  if (opensHere) return openTerminal(connection, session);
  if (options.follow) {
    const isNew = options.resume === undefined && !options.continue;
    return follow(client, { id, since: isNew ? 0 : session.seq }, prompt !== undefined, options.json);
  }
  if (options.json) printJson(session);
  else console.log(id);
  if (isAtTerminal() && !staysOut && !choices.driver) {
    console.error(`reins: the session runs without a terminal, because ${obstacle}.`);
  }
  if (!options.json) suggestWatching(id);
  return EXIT.done;
}

/** The real terminal if a person is at one; otherwise the hub's settings decide. */
function chooseDriver(obstacle: string | undefined, staysOut: boolean): NewSession['driver'] {
  if (staysOut || !isAtTerminal()) return undefined;
  return obstacle === undefined ? 'tmux' : 'stream';
}

/** Which session to start: a new one, a resumed one or a copy. */
async function identity(client: Client, options: NewOptions): Promise<Partial<NewSession>> {
  const { sessionId, resume, continue: goesOn, forkSession } = options;
  const chosen = sessionId === undefined ? {} : { session_id: sessionId.toLowerCase() };
  if (goesOn) return { ...chosen, continue: true };
  if (resume === undefined) return chosen;
  const known = await findSession(client, resume);
  return forkSession ? { ...chosen, fork: known } : { session_id: known, resume: true };
}

async function follow(
  client: Client,
  { id: sessionId, since }: { readonly id: string; readonly since: number },
  isPrompted: boolean,
  json: boolean | undefined,
): Promise<number> {
  const signal = stopSignal();
  if (isPrompted) {
    const messageId = await firstMessage(client, sessionId);
    return followTurn(client, { sessionId, messageId, since }, { json, signal });
  }
  await showSession(client, sessionId, { json, signal });
  return EXIT.done;
}

/** The template that `--template` names, from the hub's settings. Throws `invalid_request` with the available names. */
async function findTemplate(client: Pick<Client, 'settings'>, name: string): Promise<Template> {
  const { templates } = await client.settings.get();
  const found = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (found) return found;
  const names = Object.keys(templates);
  throw new ReinsError(
    'invalid_request',
    names.length > 0
      ? `There is no template "${name}". Templates: ${names.join(', ')}.`
      : `There are no templates. Add one with: reins config set templates '{"${name}": {"model": "opus"}}'`,
  );
}
