/** Uploads a text file into a thread. Slack shares a file once, so the file's id identifies a repeated upload. */
import { listOf, recordOf, textOf } from '../../lib/json-values.ts';
import { type SlackApi, SlackUnsure } from '../api/slack-api.ts';

export interface Upload {
  readonly name: string;
  readonly text: string;
  readonly channel: string;
  readonly thread_ts?: string;
  readonly comment: string;
  /** Called with the file's id before anyone can see it. */
  readonly onStart: (fileId: string) => void;
}

/** Returns the `ts` of the message with the file; empty if Slack has not reported it yet. */
export async function uploadFile(api: SlackApi, upload: Upload): Promise<string> {
  const { name, text, channel, thread_ts, comment, onStart } = upload;
  const bytes = Buffer.from(text);
  const start = await api.call('files.getUploadURLExternal', { filename: name, length: bytes.length });
  const [id, url] = [textOf(start['file_id']), textOf(start['upload_url'])];
  const sent = await fetch(url, { method: 'POST', body: bytes }).catch((error: unknown) => {
    throw new SlackUnsure(`The upload of ${name} failed: ${(error as Error).message}`);
  });
  if (!sent.ok) throw new SlackUnsure(`The upload of ${name} failed with status ${sent.status}`);
  onStart(id);
  const done = await api.call('files.completeUploadExternal', {
    files: [{ id, title: name }],
    channel_id: channel,
    ...(thread_ts !== undefined && { thread_ts }),
    initial_comment: comment,
  });
  return shareIn(listOf(done['files'])[0], channel) ?? '';
}

/** The `ts` of the message that shares a file in a channel. */
export function shareIn(file: unknown, channel: string): string | undefined {
  const { public: open, private: closed } = recordOf(recordOf(file)['shares']);
  const [share] = [open, closed].flatMap((places) => listOf(recordOf(places)[channel]));
  return share === undefined ? undefined : textOf(recordOf(share)['ts']);
}
