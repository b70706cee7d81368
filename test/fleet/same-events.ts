/** Whether a host has exactly the events of the owner of a session. */
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { ReadStream } from '../running-server.ts';
import { hook } from './hook-sessions.ts';

/** All events of a session as this hub shows them, in order. */
async function eventsOf(hub: DrivenHub, id: string, seq: number): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${hub.token}` };
  const stream = new ReadStream(await fetch(`${hub.url}/api/sessions/${id}/events?live=false`, { headers }));
  const frames = await stream.waitForFrames(seq);
  return frames.slice(0, seq).map(({ data }) => JSON.parse(data ?? ''));
}

/** Waits until the hub has what the owner has, and compares every event. */
export async function expectSame(hub: DrivenHub, owner: DrivenHub, id: string): Promise<void> {
  const { seq } = await waitUntil(
    'the copy to be complete',
    async () => {
      const [copy, own] = [await hub.ask('GET', `/sessions?ids=${id}`), await owner.view(id)];
      return copy.items[0]?.seq === own.seq && own;
    },
    { explain: () => hub.output() },
  );
  const [copied, own] = [await eventsOf(hub, id, seq), await eventsOf(owner, id, seq)];
  expect(copied).toEqual(own);
  expect(copied.map((event) => (event as { seq: number }).seq)).toEqual(own.map((_, index) => index + 1));
}

/** Events of a session, one after the other. */
export async function work(hub: DrivenHub, id: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await hook(hub, 'UserPromptSubmit', id, { prompt: `prompt ${index}` });
}
