/** With a client that hey-api wrote, which resumes the stream itself. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { client } from './api/client.gen.js';
import {
  answerInteraction,
  createSession,
  sendMessage,
  stopSession,
  streamSessionEvents,
} from './api/index.js';

const { REINS_URL: baseUrl, REINS_TOKEN: auth } = process.env;
client.setConfig({ baseUrl, auth });

/** Repeats a call that did not reach the hub, or whose response was lost. */
async function repeat<Result extends { response?: Response; error?: unknown }>(call: () => Promise<Result>) {
  for (;;) {
    const result = await call();
    if (result.response?.ok) return;
    if (result.response) throw new Error(JSON.stringify(result.error));
    await setTimeout(200);
  }
}

const id = randomUUID();
const message_id = randomUUID();
await repeat(() => createSession({ body: { session_id: id, cwd: process.cwd() } }));
await repeat(() => sendMessage({ path: { id }, body: { text: process.argv[2] ?? '', message_id } }));
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
  if (event.type === 'interaction_opened' && event.tool_name === 'Bash') {
    const headers = { 'idempotency-key': randomUUID() };
    const path = { id: event.interaction_id };
    await repeat(() => answerInteraction({ path, headers, body: { decision: 'allow' } }));
  }
  if (event.type === 'message_finished' && event.message_id === message_id) {
    console.log(`${event.outcome}, ${event.usage?.output_tokens} tokens`);
    break;
  }
}
if (seqs.some((seq, index) => seq !== index + 1)) throw new Error(`Gap or repetition: ${seqs}`);
await repeat(() => stopSession({ path: { id } }));
