/** What a page holds, by Chromium's own count: memory of its script, nodes, listeners, and memory of its process. */
import { megabytes } from './process-figures.ts';

export interface PageFigures {
  /** Megabytes in use after a collection. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Megabytes of the process that draws the page. */
  readonly resident: number;
}

/** A connection to DevTools; what is answered is known to who asks. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Ask = (method: any, params?: any) => Promise<any>;

/** For a browser with one page. */
export async function openPageFigures(browser: Ask, page: Ask): Promise<{ take(): Promise<PageFigures> }> {
  await page('HeapProfiler.enable');
  await page('Performance.enable');
  return {
    async take() {
      await page('HeapProfiler.collectGarbage');
      const { usedSize } = await page('Runtime.getHeapUsage');
      const { metrics } = (await page('Performance.getMetrics')) as {
        metrics: { name: string; value: number }[];
      };
      const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
      // Chromium keeps a spare one, which does nothing.
      const { processInfo } = (await browser('SystemInfo.getProcessInfo')) as {
        processInfo: { type: string; id: number; cpuTime: number }[];
      };
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
