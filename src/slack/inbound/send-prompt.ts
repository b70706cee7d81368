/** A reply in the thread of a session becomes a prompt. An ended session is resumed first. */
import type { Client } from '../../sdk/client.ts';
import type { Journal } from '../journal.ts';
import type { JobOf } from './jobs.ts';
import { readPrompt } from './read-text.ts';
import { type FilesOptions, readSharedFiles } from './shared-files.ts';

export interface PromptContext {
  /** Acts for the person. */
  readonly client: Client;
  readonly journal: Journal;
  readonly files: FilesOptions;
}

/**
 * `id` is the same for a repeated reply, so that the hub accepts it once. Returns a note for the person, if there is
 * something to say.
 */
export async function sendPrompt(
  { session, ts, text, files }: JobOf<'prompt'>,
  id: string,
  { client, journal, files: options }: PromptContext,
): Promise<string | undefined> {
  const prompt = readPrompt(text);
  const blocks = await readSharedFiles(files, options);
  if (prompt.text === '' && blocks.length === 0) return undefined;
  const { address: sessionId, offlineHost } = await wake(client, session);
  // Before it is sent: its echo may come first.
  if (!journal.prompts(sessionId).some((known) => known.id === id))
    journal.notePrompt(sessionId, { id, ts, text: prompt.text });
  const words = prompt.text === '' ? [] : [{ type: 'text' as const, text: prompt.text }];
  const content = blocks.length === 0 ? { text: prompt.text } : { content: [...words, ...blocks] };
  await client.send(sessionId, {
    ...{ ...content, message_id: id, when: prompt.when },
    ...(offlineHost !== undefined && { deliver_when_back: true }),
  });
  return offlineHost && `${offlineHost} is offline. Your message is delivered when it is back within a day.`;
}

/** The session that continues the conversation, with a run; and its host, if that is offline. */
async function wake(
  client: Client,
  thread: string,
): Promise<{ readonly address: string; readonly offlineHost: string | undefined }> {
  let address = thread;
  let view = await client.get(address, { limit: 0 });
  while (view.continued_as !== undefined) {
    address = view.continued_as;
    view = await client.get(address, { limit: 0 });
  }
  if (view.status === 'ended') await client.resume(address);
  return { address, offlineHost: view.host_state?.state === 'offline' ? view.host : undefined };
}
