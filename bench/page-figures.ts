/** A page's resources according to Chromium: script memory, nodes, listeners, and process memory. */
import { megabytes } from './process-figures.ts';

export interface PageFigures {
  /** Megabytes in use after a garbage collection. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Megabytes of the renderer process. */
  readonly resident: number;
}

/** A connection to DevTools; callers know the type of the response. */
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
      // Chromium keeps a spare one, which is idle.
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
