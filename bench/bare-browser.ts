/**
 * A Chromium with one page and only the tools that are needed. Under Playwright, the process of a page grew by 200 MB in
 * half an hour; without it, the same page did not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { waitUntil } from '../stage/patience.ts';
import type { Ask } from './page-figures.ts';

export interface BareBrowser {
  readonly browser: Ask;
  readonly page: Ask;
  close(): Promise<void>;
}

/** Opens an address in a phone-sized window, after one of our scripts has run. */
export async function openBare(url: string, script: string): Promise<BareBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'reins-bench-profile-'));
  const child = spawn(
    process.env['REINS_CHROMIUM'] ?? '/usr/bin/chromium',
    [
      ...[
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
      ],
      ...[
        '--disable-component-update',
        '--disable-sync',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
      ],
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const portFile = join(profile, 'DevToolsActivePort');
  const [port, path] = await waitUntil('Chromium', () => {
    const lines = existsSync(portFile) ? readFileSync(portFile, 'utf8').split('\n') : [];
    return lines[1] ? lines : undefined;
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolver>();
  socket.on('message', (data) => {
    const { id, result, error } = JSON.parse(String(data));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  });
  let asked = 0;
  const askIn =
    (sessionId?: string): Ask =>
    (method, params = {}) =>
      new Promise((resolve, reject) => {
        waiting.set(++asked, { resolve, reject });
        socket.send(JSON.stringify({ id: asked, method, params, ...(sessionId && { sessionId }) }));
      });
  const browser = askIn();
  const { targetInfos } = await browser('Target.getTargets');
  const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
  const page = askIn((await browser('Target.attachToTarget', { targetId, flatten: true })).sessionId);
  const phone = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true };
  await page('Emulation.setDeviceMetricsOverride', phone);
  await page('Page.enable');
  await page('Page.addScriptToEvaluateOnNewDocument', { source: script });
  await page('Page.navigate', { url });
  return {
    browser,
    page,
    async close() {
      const exited = once(child, 'exit');
      await browser('Browser.close');
      await exited;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

interface PromiseWithResolver {
  resolve(value: unknown): void;
  reject(error: Error): void;
}
