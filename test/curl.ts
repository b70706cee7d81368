/** A real `curl -N` on the events of a session, as anyone with a token can run it. */
import { spawn } from 'node:child_process';
import type { Stage } from '../stage/stage.ts';
import type { StageHub } from './stage-hub.ts';

/** `lastId` is sent as `Last-Event-ID`. */
export function curl(stage: Stage, hub: StageHub, sessionId: string, lastId?: string) {
  const headers = [`Authorization: Bearer ${hub.token}`, ...(lastId ? [`Last-Event-ID: ${lastId}`] : [])];
  const args = [
    '-sN',
    ...headers.flatMap((header) => ['-H', header]),
    `${hub.url}/api/sessions/${sessionId}/events`,
  ];
  const child = spawn('curl', args, { env: stage.env, stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  // Only complete messages count: a client that was cut off in the middle of one has not seen it.
  const messages = () => text.slice(0, text.lastIndexOf('\n\n') + 2);
  const all = (pattern: RegExp) => [...messages().matchAll(pattern)].map(([, value]) => value as string);
  return {
    ended: new Promise((resolve) => child.on('close', resolve)),
    text: messages,
    seqs: () => all(/^data: \{"seq":(\d+)/gm).map(Number),
    lastId: () => all(/^id: (\S+)/gm).at(-1),
  };
}
