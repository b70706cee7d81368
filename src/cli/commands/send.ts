/**
 * `reins send`: sends a prompt to a session, from arguments, standard input and images. `--wait` prints the answer; for
 * that, an ended session is resumed and then stopped again.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HEAD_BYTES, imageTypeOf } from '../../core/image-type.ts';
import { readContent } from '../../core/read-content.ts';
import { obstacleText } from '../../core/wording/obstacle-text.ts';
import { ReinsError } from '../../protocol/errors.ts';
import {
  type ContentBlock,
  type MessageAnswer,
  messageWhenSchema,
  type NewMessageInput,
} from '../../protocol/messages.ts';
import type { Client } from '../../sdk/client.ts';
import { stopAfterAnswer } from '../../sdk/stop-after-answer.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printJson } from '../print.ts';
import { withTrust } from '../steer/ask-trust.ts';
import { awaitTurn, printTurn } from '../steer/await-turn.ts';
import { ensureHub } from '../steer/ensure-hub.ts';
import { readPrompt } from '../steer/read-prompt.ts';
import { type RunOptions, runChoices } from '../steer/run-choices.ts';
import { stopSignal } from '../stop-signal.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { shortId } from '../terminal/format.ts';

export interface SendOptions extends Pick<RunOptions, 'driver' | 'trust'> {
  readonly image?: readonly string[];
  readonly when?: string;
  readonly wait?: boolean;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly fork?: boolean;
  readonly relay?: boolean;
  readonly deliverWhenBack?: boolean;
  readonly json?: boolean;
}

export async function send(meant: string, words: readonly string[], options: SendOptions): Promise<number> {
  if (options.driver !== undefined && !options.fork && !options.wait)
    throw new ReinsError(
      'invalid_request',
      '--driver requires --fork or --wait: it sets how the copy, or a resumed session, runs.',
    );
  if (options.timeout !== undefined && !options.wait)
    throw new ReinsError('invalid_request', '--timeout requires --wait.');
  const message = await composeMessage(words, options);
  const { client } = await ensureHub(process.env);
  const signal = stopSignal();
  const sessionId = await chooseSession(client, await findSession(client, meant), options);
  const isResumed = options.wait === true && (await resumeIfEnded(client, sessionId, options));
  const { seq: since, status, waiting_for } = await client.get(sessionId);
  if (options.relay) await client.changeSession(sessionId, { relay: true });
  const taken = await client
    .send(sessionId, { ...message, ...(options.deliverWhenBack && { deliver_when_back: true }) })
    .catch(explainOffline);
  if (status === 'waiting') {
    const what = waiting_for ? ` (${cleanLine(waiting_for)})` : '';
    console.error(
      `reins: the session is waiting for a person${what}; the prompt is delivered once that is answered.`,
    );
  }
  if (taken.relayed) console.error(RELAYED);
  if (!options.wait) {
    if (options.json) printJson(taken);
    else console.log(describe(taken));
    return EXIT.done;
  }
  const limit = options.timeout === undefined ? [] : [AbortSignal.timeout(options.timeout)];
  const waited = AbortSignal.any([signal, ...limit]);
  const result = await awaitTurn(client, { sessionId, messageId: taken.message_id, since }, waited);
  if (result && isResumed) await stopAfterAnswer(client, sessionId, taken.message_id);
  return result ? printTurn(result, options.json) : EXIT.failed;
}

function explainOffline(error: unknown): never {
  if (!(error instanceof ReinsError) || error.code !== 'host_offline') throw error;
  const hint = 'With --deliver-when-back, the prompt waits for the host.';
  throw new ReinsError(error.code, `${error.message} ${hint}`, error.details);
}

const RELAYED =
  'reins: the prompt is relayed: the model sees that the user did not type it, and does not treat it as their consent.';

async function composeMessage(
  words: readonly string[],
  { image = [], when }: Pick<SendOptions, 'image' | 'when'>,
): Promise<NewMessageInput> {
  const chosen = messageWhenSchema.optional().safeParse(when);
  if (!chosen.success) throw new ReinsError('invalid_request', '--when must be queue, steer or now.');
  const pictures = image.map(readImage);
  // With an image, do not wait for a pipe that nobody writes to.
  const text = words.length > 0 || pictures.length === 0 ? await readPrompt(words) : undefined;
  if (text === undefined && pictures.length === 0) {
    throw new ReinsError(
      'invalid_request',
      'There is nothing to send. Give the text, or "-" for standard input.',
    );
  }
  const content = [...pictures, ...(text === undefined ? [] : [{ type: 'text' as const, text }])];
  readContent({ content });
  return {
    ...(pictures.length === 0 && text !== undefined ? { text } : { content }),
    message_id: randomUUID(),
    ...(chosen.data && { when: chosen.data }),
  };
}

/** With `--fork`, a copy gets the prompt, and the session itself is unchanged. */
async function chooseSession(client: Client, sessionId: string, options: SendOptions): Promise<string> {
  if (!options.fork) return sessionId;
  const choices = runChoices({ ...(options.driver && { driver: options.driver }) });
  const copy = await withTrust(options.trust, (trust) => client.fork(sessionId, { ...choices, ...trust }));
  if (!options.json) console.error(`reins: ${shortId(sessionId)} was copied to ${copy.session_id}.`);
  return copy.session_id;
}

/** True if the session had ended and runs only for this prompt. */
async function resumeIfEnded(client: Client, sessionId: string, options: SendOptions): Promise<boolean> {
  const { status, continued_as } = await client.get(sessionId, { limit: 0 });
  // A session that continues under another id refuses the prompt and names that id.
  if (status !== 'ended' || continued_as !== undefined) return false;
  const choices = runChoices({ ...(options.driver && { driver: options.driver }) });
  try {
    await withTrust(options.trust, (trust) => client.resume(sessionId, { ...choices, ...trust }));
  } catch (error) {
    // Someone else was faster.
    if (error instanceof ReinsError && error.code === 'session_live') return false;
    throw error;
  }
  if (!options.json) console.error(`reins: ${shortId(sessionId)} is resumed for this prompt.`);
  return true;
}

function describe({ session_id, message_id, state, blocked_by }: MessageAnswer): string {
  const way = blocked_by ? `${state}, and waits ${obstacleText(blocked_by)}` : state;
  return `${way}: message ${message_id} to session ${shortId(session_id)}`;
}

/**
 * An image file as a block of a message. Its first bytes determine the type, not its name.
 * Throws `invalid_request` for a file that cannot be read, `unsupported_content` for one that is not an image.
 */
function readImage(file: string): ContentBlock {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new ReinsError('invalid_request', `Cannot read ${file} (${(error as Error).message}).`, {
      file,
    });
  }
  const media_type = imageTypeOf(bytes.toString('latin1', 0, HEAD_BYTES));
  if (!media_type) {
    throw new ReinsError('unsupported_content', `${file} is not a PNG, JPEG, GIF or WebP image.`, { file });
  }
  return { type: 'image', source: { type: 'base64', media_type, data: bytes.toString('base64') } };
}
