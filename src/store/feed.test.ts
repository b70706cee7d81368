import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { StoredEvent } from './log-reader.ts';
import { openLog } from './open-log.ts';
import { OTHER, SESSION, storeTest, text } from './store-fixture.ts';

const test = storeTest;
const positions = (page: readonly StoredEvent[] | undefined) => page?.map(({ position }) => position);

describe('following', () => {
  test('yields history first, then commits, then ends with its signal', async ({ store }) => {
    const { signal, ...controller } = abortable();
    store.add(text('a'), text('b'));
    const pages = store.feed.follow({ after: 1, signal });
    expect(positions((await pages.next()).value)).toEqual([2]);
    const next = pages.next();
    store.add(text('c'), text('d'));
    expect(positions((await next).value)).toEqual([3, 4]);
    const last = pages.next();
    controller.abort();
    expect(await last).toEqual({ done: true, value: undefined });
  });

  test('of one session gets nothing of others', async ({ store }) => {
    const { signal, ...controller } = abortable();
    const pages = store.feed.follow({ after: 0, sessionId: SESSION, signal });
    const first = pages.next();
    store.log.append([{ sessionId: OTHER, drafts: [text('x')] }]);
    store.log.append([
      { sessionId: OTHER, drafts: [text('y')] },
      { sessionId: SESSION, drafts: [text('a')] },
    ]);
    expect(positions((await first).value)).toEqual([3]);
    controller.abort();
  });

  test('with an aborted signal yields nothing', async ({ store }) => {
    store.add(text('a'));
    const pages = store.feed.follow({ after: 0, signal: AbortSignal.abort() });
    expect((await pages.next()).done).toBe(true);
  });

  test('slowly misses nothing, however much is committed meanwhile', async ({ store }) => {
    const { signal, ...controller } = abortable();
    store.add(text('0'));
    const pages = store.feed.follow({ after: 0, signal });
    const received = [...(positions((await pages.next()).value) ?? [])];
    const waiting = pages.next();
    for (let index = 1; index <= 3000; index++) store.add(text(String(index)));
    received.push(...(positions((await waiting).value) ?? []));
    while (received.length < 3001) received.push(...(positions((await pages.next()).value) ?? []));
    expect(received).toEqual(Array.from({ length: 3001 }, (_, index) => index + 1));
    controller.abort();
  });
});

test('yields every event once and in order for any interleaving of appends and reads', async () => {
  const steps = fc.array(fc.oneof(fc.constant('take' as const), fc.integer({ min: 1, max: 600 })), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const folder = mkdtempSync(join(tmpdir(), 'reins-feed-'));
      const { log, feed, close } = openLog({ folder, host: 'desk' });
      const controller = new AbortController();
      try {
        const pages = feed.follow({ after: 0, signal: controller.signal });
        const received: number[] = [];
        let taking: Promise<void> | undefined;
        let written = 0;
        const take = async () => {
          received.push(...(positions((await pages.next()).value ?? []) ?? []));
          taking = undefined;
        };
        for (const step of script) {
          if (step === 'take') taking ??= take();
          else {
            const drafts = Array.from({ length: step }, () => text(`${written++}`));
            log.append([{ sessionId: SESSION, drafts }]);
          }
          await Promise.resolve();
        }
        log.append([{ sessionId: SESSION, drafts: [text('last')] }]);
        await taking;
        while (received.length < written + 1) await take();
        expect(received).toEqual(Array.from({ length: written + 1 }, (_, index) => index + 1));
      } finally {
        controller.abort();
        close();
        rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 30 },
  );
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
