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

/** `id` is the same for a repeated reply, so that the hub accepts it once. */
export async function sendPrompt(
  { session, ts, text, files }: JobOf<'prompt'>,
  id: string,
  { client, journal, files: options }: PromptContext,
): Promise<void> {
  const prompt = readPrompt(text);
  const blocks = await readSharedFiles(files, options);
  if (prompt.text === '' && blocks.length === 0) return;
  const sessionId = await wake(client, session);
  // Before it is sent: its echo may come first.
  if (!journal.prompts(sessionId).some((known) => known.id === id))
    journal.notePrompt(sessionId, { id, ts, text: prompt.text });
  const words = prompt.text === '' ? [] : [{ type: 'text', text: prompt.text }];
  const content = blocks.length === 0 ? { text: prompt.text } : { content: [...words, ...blocks] };
  await client.send(sessionId, { ...content, message_id: id, when: prompt.when });
}

/** The session that continues the conversation, with a run. */
async function wake(client: Client, sessionId: string): Promise<string> {
  let view = await client.get(sessionId, { limit: 0 });
  while (view.continued_as !== undefined) view = await client.get(view.continued_as, { limit: 0 });
  if (view.status === 'ended') await client.resume(view.session_id);
  return view.session_id;
}
