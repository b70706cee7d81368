/** What a page holds, by Chromium's own count: memory of its script, nodes, listeners, and memory of its process. */
import type { Browser, Page } from 'playwright-core';
import { megabytes } from './process-figures.ts';

export interface PageFigures {
  /** Megabytes in use after a collection. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Megabytes of the process that draws the page. */
  readonly resident: number;
}

/** For a browser with one page. */
export async function openPageFigures(
  browser: Browser,
  page: Page,
): Promise<{ take(): Promise<PageFigures> }> {
  const cdp = await page.context().newCDPSession(page);
  const whole = await browser.newBrowserCDPSession();
  await cdp.send('HeapProfiler.enable');
  await cdp.send('Performance.enable');
  return {
    async take() {
      await cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      const { metrics } = await cdp.send('Performance.getMetrics');
      const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
      // Chromium keeps a spare one, which does nothing.
      const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
      const [drawing] = processInfo
        .filter(({ type }) => type === 'renderer')
        .toSorted((a, b) => b.cpuTime - a.cpuTime);
      return {
        heap: usedSize / 2 ** 20,
        nodes: metric('Nodes'),
        listeners: metric('JSEventListeners'),
        resident: megabytes(drawing?.id ?? process.pid),
      };
    },
  };
}
