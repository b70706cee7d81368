/** Checks a screen: accessibility (axe) and width; takes a picture if wanted. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PICTURES = process.env['REINS_SCREENSHOTS'];

interface AxeResult {
  readonly violations: readonly {
    id: string;
    help: string;
    nodes: readonly { html: string; failureSummary: string }[];
  }[];
}

/** Saves a picture to the folder in REINS_SCREENSHOTS. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Takes a picture, and reports a screen that is wider than the window, words under a button, and a message field that is cut off. */
export async function lookAtWidth(page: Page, name: string): Promise<string[]> {
  await takePicture(page, name);
  const problems = await page.evaluate(() => {
    // Lines of a request wrap; elsewhere code scrolls below its button.
    const covered = [...document.querySelectorAll('.card .code-box > .copy-button')].filter((button) => {
      const { left, bottom } = button.getBoundingClientRect();
      const lines = new Range();
      lines.selectNodeContents(button.parentElement?.querySelector('.code') ?? button);
      return [...lines.getClientRects()].some(({ right, top }) => right > left && top < bottom);
    });
    const field = document.querySelector('.compose-row')?.getBoundingClientRect();
    return [
      ...(field && field.bottom > window.innerHeight ? ['the message field is cut off'] : []),
      ...covered.map((button) => `a button covers ${button.parentElement?.textContent}`),
      ...(document.documentElement.scrollWidth > window.innerWidth ? ['wider than the window'] : []),
    ];
  });
  return problems.map((problem) => `${name}: ${problem}`);
}

/** The problems of the screen. */
export async function look(page: Page, name: string): Promise<string[]> {
  const tooWide = await lookAtWidth(page, name);
  // The page's content security policy blocks other scripts, but not those of a debugger.
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })",
  )) as AxeResult;
  return [
    ...tooWide,
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${name}: ${id}: ${html.slice(0, 200)} ${failureSummary}`),
    ),
  ];
}
