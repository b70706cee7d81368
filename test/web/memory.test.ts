/**
 * A page that stays open on a busy session does not grow: it drops old rows, and neither rows nor streaming text leak. The
 * test writes as many rows as an hour of work.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPageFigures, type PageFigures } from '../../bench/page-figures.ts';
import { readStartMark } from '../../src/lib/process-identity.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { isLong } from '../repetitions.ts';
import { begin, pageTest } from './page-test.ts';

const SESSION = '11111111-2222-4333-8444-666666666666';
/** Rows per batch, and the number of batches: an hour at five rows a second is 18,000. */
const BATCH = 100;
const BATCHES = 180;
const TEXT = 'Some words about what was found in the code, and what will be changed next. '.repeat(50);
/** More than a page at the end of a session keeps. */
const KEPT_ROWS = 1100;
/** Streaming turns: few enough that the page keeps all their rows. For an hour of them run `npm run bench -- page-hour 60`. */
const TURNS = [1, 2, 3, 4, 5, 6];

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

async function figuresOf(browser: Browser, page: Page) {
  const ofBrowser = await browser.newBrowserCDPSession();
  const ofPage = await page.context().newCDPSession(page);
  return openPageFigures(ofBrowser.send.bind(ofBrowser), ofPage.send.bind(ofPage));
}

/** Compares the peaks of the first and second half: unbounded growth stands out. */
function expectFlat(samples: readonly PageFigures[]): void {
  const most = (of: readonly PageFigures[], name: keyof PageFigures) =>
    Math.max(...of.map((sample) => sample[name]));
  const halves = [samples.slice(0, samples.length / 2), samples.slice(samples.length / 2)] as const;
  const figures = (['heap', 'nodes', 'listeners', 'resident'] as const).map((name) => ({
    name,
    before: most(halves[0], name),
    after: most(halves[1], name),
  }));
  console.log(
    figures
      .map(({ name, before, after }) => `${name}: ${before.toFixed(1)}, then ${after.toFixed(1)}`)
      .join('; '),
  );
  const [heap, nodes, listeners] = figures;
  expect(heap?.after).toBeLessThan((heap?.before ?? 0) * 1.2 + 1);
  expect(nodes?.after).toBeLessThan((nodes?.before ?? 0) * 1.25 + 100);
  expect(listeners?.after).toBeLessThan((listeners?.before ?? 0) * 1.1 + 10);
}

pageTest.runIf(isLong)(
  'a page that stays open does not grow',
  { timeout: 1_800_000 },
  async ({ stage, hub, browser, device }) => {
    const folder = join(stage.configDir, 'projects', 'made-by-hand');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${SESSION}.jsonl`);
    let written = 0;
    const batch = () => Array.from({ length: BATCH }, () => row(written++, stage.project)).join('');
    writeFileSync(file, batch());
    // The hub follows a session while a process runs it, so the test pretends that one does.
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
    await waitUntil('the session', () => hub.client.get(SESSION).catch(() => undefined));
    const page = await device();
    await page.goto(new URL(`/sessions/${SESSION}`, hub.url).href);
    await page.getByText(`Row ${written - 1}.`).waitFor();

    const figures = await figuresOf(browser, page);
    const samples: PageFigures[] = [];
    for (let count = 1; count <= BATCHES; count++) {
      appendFileSync(file, batch());
      await page.getByText(`Row ${written - 1}.`).waitFor();
      // Until then the page only fills its buffer.
      if (written >= KEPT_ROWS) samples.push(await figures.take());
    }
    expectFlat(samples);
    expect(await page.locator('.conversation .row').count()).toBeLessThan(200);
  },
);

pageTest.runIf(isLong)(
  'and does not grow with streamed text',
  { timeout: 1_800_000 },
  async ({ stage, hub, browser, device }) => {
    writeFileSync(join(stage.project, 'results.txt'), 'a line of what the tests have printed\n'.repeat(100));
    const pace = { chunk: 80, everyMs: 2 };
    const id = await begin(stage, hub, 'hello');
    const page = await device();
    await page.goto(new URL(`/sessions/${id}`, hub.url).href);
    const figures = await figuresOf(browser, page);
    const samples: PageFigures[] = [];
    for (const number of TURNS) {
      stage.play(
        scene(
          `go on ${number}`,
          [say(TEXT, pace), call('Bash', { command: 'cat results.txt' })],
          [say(`# Found\n\n${TEXT}\n\n\`\`\`ts\nconst found = true;\n\`\`\`\n\nThe end of ${number}.`, pace)],
        ),
      );
      await hub.send(id, `go on ${number}`);
      await page.getByText(`The end of ${number}.`).waitFor();
      await page.locator('.conversation[aria-busy=false]').waitFor();
      samples.push(await figures.take());
    }
    expectFlat(samples);
  },
);
