/** The documentation that the hub serves: every link leads somewhere, and searching finds pages. */
import { expect } from 'vitest';
import { collectProblems, openProfile } from './browser.ts';
import { look } from './look.ts';
import { pageTest } from './page-test.ts';

pageTest('every page, link and anchor of the documentation exists', async ({ hub }) => {
  const pages = new Map<string, string>();
  const broken: string[] = [];
  const wanted = ['/docs/'];
  for (let path = wanted.shift(); path !== undefined; path = wanted.shift()) {
    if (pages.has(path)) continue;
    const response = await fetch(new URL(path, hub.url));
    const html = await response.text();
    // Addresses that no file has lead to the page itself.
    const isDocs =
      response.ok && (!/html/.test(response.headers.get('content-type') ?? '') || html.includes('<main>'));
    if (!isDocs) broken.push(path);
    pages.set(path, html);
    for (const [, href = ''] of html.matchAll(/(?:href|src)="(\/docs\/[^"#]*)/g)) wanted.push(href);
  }
  for (const [path, html] of pages) {
    for (const [, target = '', anchor] of html.matchAll(/href="([^"#:]*)#([^"]+)"/g)) {
      const meant = pages.get(target || path) ?? '';
      if (!meant.includes(`id="${anchor}"`)) broken.push(`${path}: ${target}#${anchor}`);
    }
  }
  expect(broken).toEqual([]);
  expect(pages.size).toBeGreaterThan(25);
});

pageTest('a search leads to the right section, without a token', async ({ hub, browser }) => {
  const page = await (await openProfile(browser)).newPage();
  const problems = collectProblems(page);
  await page.goto(new URL('/docs/', hub.url).href);
  await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
  problems.push(...(await look(page, 'docs-index')));
  await page.keyboard.press('/');
  await page.keyboard.type('vapid no such thing');
  await page.getByText('No matches').waitFor();
  await page.getByRole('searchbox').fill('tailscale');
  await page
    .getByRole('link', { name: /Tailscale/ })
    .first()
    .waitFor();
  problems.push(...(await look(page, 'docs-search')));
  await page.getByRole('searchbox').fill('uninstalling');
  await page
    .getByRole('link', { name: /^Uninstalling/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/uninstalling#/);
  problems.push(...(await look(page, 'docs-page')));
  expect(problems).toEqual([]);
});
