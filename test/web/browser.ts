/** A real Chromium for tests of the page: one per worker, a fresh profile per device. Talks to loopback only. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { patienceMs } from '../../stage/patience.ts';

const CHROMIUM = process.env['REINS_CHROMIUM'] ?? '/usr/bin/chromium';
/** The same without windows: ten times faster for a new profile, but without notifications. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
];

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

export interface DeviceOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly scheme?: 'light' | 'dark';
  readonly role?: 'viewer' | 'approver' | 'operator';
  /** The language that the browser prefers. */
  readonly locale?: string;
}

export function launchBrowser({ isWhole = false } = {}): Promise<Browser> {
  const executablePath = isWhole || !existsSync(HEADLESS_SHELL) ? CHROMIUM : HEADLESS_SHELL;
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A separate profile, like another device. */
export async function openProfile(
  browser: Browser,
  { size = PHONE, scheme = 'light', locale = 'en-US' }: DeviceOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: size,
    locale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    hasTouch: size.width < 600,
    deviceScaleFactor: size.width < 600 ? 2 : 1,
  });
  context.setDefaultTimeout(patienceMs());
  return context;
}

/** Collects uncaught errors of the page and violations of its content security policy. */
export function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}\n${error.stack ?? ''}`));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text());
  });
  return problems;
}
