/**
 * Scrolls a list in a page as a wheel does, with Chromium's own gesture, and counts frames: those that were late, and those
 * whose own work on the main thread took longer than a frame. The second is processor time, which is valid on a busy machine
 * too; the first includes everything else the machine was doing.
 */
import type { CDPSession, Page } from 'playwright-core';

const FRAME_MS = 1000 / 60;
const DISTANCE = 4500;
const SPEED = 1500;

export interface Scrolling {
  /** Percent of the expected frames. */
  readonly dropped: number;
  readonly overrun: number;
  readonly cpuPerFrame: number;
}

export async function scroll(page: Page, list: string, to: 'up' | 'down'): Promise<Scrolling> {
  const cdp = await page.context().newCDPSession(page);
  const box = await page.locator(list).boundingBox();
  const trace = await startTrace(cdp);
  await page.evaluate(countFrames);
  await cdp.send('Input.synthesizeScrollGesture', {
    x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
    y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
    yDistance: to === 'up' ? DISTANCE : -DISTANCE,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const frames = await page.evaluate(() =>
    (window as unknown as { stopCounting(): number[] }).stopCounting(),
  );
  const tasks = mainThreadTasks(await trace.end());
  const late = frames.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
  const over = tasks.reduce((sum, ms) => sum + Math.max(0, Math.ceil(ms / FRAME_MS) - 1), 0);
  const percent = (missed: number) => (100 * missed) / (missed + frames.length);
  return {
    dropped: percent(late),
    overrun: percent(over),
    cpuPerFrame: tasks.reduce((sum, ms) => sum + ms, 0) / frames.length,
  };
}

function countFrames(): void {
  const frames: number[] = [];
  let last = performance.now();
  let isOn = true;
  const step = (now: number) => {
    frames.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  Object.assign(window, {
    stopCounting() {
      isOn = false;
      return frames;
    },
  });
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number;
}

async function startTrace(cdp: CDPSession): Promise<{ end(): Promise<TraceEvent[]> }> {
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'];
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  return {
    async end() {
      const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
      await cdp.send('Tracing.end');
      await complete;
      return events;
    },
  };
}

/** Milliseconds of each; the main thread is the one that requests frames. */
function mainThreadTasks(events: readonly TraceEvent[]): number[] {
  const counts = new Map<string, number>();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  for (const event of events) {
    if (event.name !== 'FireAnimationFrame') continue;
    counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1);
  }
  const [main] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [''];
  return events
    .filter((event) => event.name === 'RunTask' && threadOf(event) === main)
    .map(({ tdur = 0 }) => tdur / 1000);
}
