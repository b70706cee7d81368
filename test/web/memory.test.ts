/**
 * A page that stays open on a busy session does not grow: rows far back are let go of, and nothing else is left behind. The short
 * way writes some thousand rows; the long way (`npm run test:long`) as many as an hour of work does.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { readStartMark } from '../../src/lib/process-identity.ts';
import { waitUntil } from '../../src/lib/wait-until.ts';
import { repetitions } from '../repetitions.ts';
import { PATIENCE_MS, pageTest } from './page-test.ts';

const SESSION = '11111111-2222-4333-8444-666666666666';
/** Rows that are written at once, and how often: an hour at five rows a second is 18,000. */
const BATCH = 100;
const BATCHES = repetitions({ short: 24, long: 180 }).length;
const TEXT = 'Some words about what was found in the code, and what will be changed next. '.repeat(12);

function row(number: number, cwd: string): string {
  const about = {
    timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
    cwd,
    uuid: `r-${number}`,
  };
  const message = {
    id: `m-${number}`,
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: `Row ${number}. ${TEXT}` }],
  };
  const question = { role: 'user', content: `question ${number}` };
  const isQuestion = number % 200 === 0;
  return `${JSON.stringify({ ...about, type: isQuestion ? 'user' : 'assistant', message: isQuestion ? question : message })}\n`;
}

/** After a collection, in megabytes. */
async function heap(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  return usedSize / 2 ** 20;
}

pageTest('a page that stays open does not grow', { timeout: 1_800_000 }, async ({ stage, hub, device }) => {
  const folder = join(stage.configDir, 'projects', 'made-by-hand');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${SESSION}.jsonl`);
  let written = 0;
  const batch = () => Array.from({ length: BATCH }, () => row(written++, stage.project)).join('');
  writeFileSync(file, batch());
  // A session is followed while a process serves it, as this one seems to.
  const { pid } = process;
  const entry = {
    pid,
    sessionId: SESSION,
    procStart: readStartMark(pid),
    cwd: stage.project,
    status: 'busy',
  };
  mkdirSync(join(stage.configDir, 'sessions'), { recursive: true });
  writeFileSync(
    join(stage.configDir, 'sessions', `${pid}.json`),
    JSON.stringify({ ...entry, startedAt: Date.now(), statusUpdatedAt: Date.now() }),
  );
  await waitUntil('the session', () => hub.client.get(SESSION).catch(() => undefined), {
    timeoutMs: PATIENCE_MS,
  });
  const page = await device();
  await page.goto(new URL(`/sessions/${SESSION}`, hub.url).href);
  await page.getByText(`Row ${written - 1}.`).waitFor();

  const sizes: number[] = [];
  for (let count = 1; count <= BATCHES; count++) {
    appendFileSync(file, batch());
    await page.getByText(`Row ${written - 1}.`).waitFor();
    if (count % (BATCHES / 4) === 0) sizes.push(await heap(page));
  }
  console.log(
    `heap of the page after each quarter of ${written} rows: ${sizes.map((size) => size.toFixed(1)).join(', ')} MB`,
  );
  // The first half fills what is kept; from then on it is as large as it was.
  const [, half = 0, , end = 0] = sizes;
  expect(end).toBeLessThan(half * 1.25 + 1);
  expect(await page.locator('.conversation .row').count()).toBeLessThan(200);
});
