/** With a client that hey-api wrote, which resumes the stream itself. */
import { randomUUID } from 'node:crypto';
import { client } from './api/client.gen.js';
import {
  answerInteraction,
  createSession,
  sendMessage,
  stopSession,
  streamSessionEvents,
} from './api/index.js';

const { REINS_URL: baseUrl, REINS_TOKEN: auth } = process.env;
client.setConfig({ baseUrl, auth, throwOnError: true });

const id = randomUUID();
const message_id = randomUUID();
await createSession({ body: { session_id: id, cwd: process.cwd() }, throwOnError: true });
await sendMessage({ path: { id }, body: { text: process.argv[2] ?? '', message_id } });
const { stream } = await streamSessionEvents({
  path: { id },
  query: { live: 'false' },
  sseDefaultRetryDelay: 200,
});
const seqs: number[] = [];
for await (const event of stream) {
  if (!('seq' in event && 'type' in event)) continue;
  seqs.push(event.seq);
  if (event.type === 'assistant_text') console.log(event.text);
  if (event.type === 'interaction_opened' && event.tool_name === 'Bash')
    await answerInteraction({ path: { id: event.interaction_id }, body: { decision: 'allow' } });
  if (event.type === 'message_finished' && event.message_id === message_id) {
    console.log(`${event.outcome}, ${event.usage?.output_tokens} tokens`);
    break;
  }
}
if (seqs.some((seq, index) => seq !== index + 1)) throw new Error(`Gap or repetition: ${seqs}`);
await stopSession({ path: { id } });
