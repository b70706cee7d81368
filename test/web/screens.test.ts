/**
 * Every screen in five sizes, light and dark, and in all languages: accessible (axe), and not wider than the window. REINS_SCREENSHOTS
 * names a folder for pictures of them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { asking, cleaning, DB_FILE, editing, flakyTest, migration } from '../../stage/plays.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { isLong } from '../repetitions.ts';
import { DESK, openProfile, PHONE } from './browser.ts';
import { look, lookAtWidth } from './look.ts';
import { begin, pageTest } from './page-test.ts';
import { leavePastUsage } from './past-usage.ts';

const SIZES = {
  small: { width: 360, height: 640 },
  phone: PHONE,
  tablet: { width: 820, height: 1180 },
  desk: DESK,
  large: { width: 1920, height: 1080 },
};
const VARIANTS = Object.entries(SIZES)
  .flatMap(([name, size]) => (['light', 'dark'] as const).map((scheme) => ({ name, size, scheme })))
  .filter(({ name, scheme }) => isLong || (name === 'phone' && scheme === 'light'));
const OTHER_LANGUAGES = ['de', 'es', 'fr', 'pt', 'zh', 'ja', 'ko'].slice(0, isLong ? undefined : 1);

pageTest('every screen is accessible', async ({ stage, hub, device, browser }) => {
  const api = stage.makeProject('api-server');
  const web = stage.makeProject('web');
  mkdirSync(join(api, 'src'));
  writeFileSync(join(api, 'src/db.ts'), DB_FILE);
  leavePastUsage(stage, [api, web]);
  // A hub reads existing transcripts when it starts.
  await hub.kill('SIGTERM');
  await hub.restart();
  stage.play(flakyTest(api), migration, cleaning, editing(web), asking);
  const worked = await begin(stage, hub, 'fix the flaky test', {
    cwd: api,
    permission_mode: 'acceptEdits',
    allowed_tools: ['Bash', 'Read', 'Grep'],
    name: 'Fix the flaky test',
  });
  await hub.waitFor(worked, 'the turn', hasTurn('fix the flaky test', 'completed'));
  await begin(stage, hub, 'prepare the release', { cwd: api, name: 'Prepare the release' });
  await begin(stage, hub, 'clean up', { cwd: api, name: 'Clean up' });
  await begin(stage, hub, 'write the readme', { cwd: web, name: 'Write the readme' });
  const asked = await begin(stage, hub, 'choose a database', { cwd: web, name: 'Choose a database' });
  await waitUntil(
    'four requests',
    async () => (await hub.client.interactions({ state: 'open' })).items.length === 4,
  );

  const problems: string[] = [];
  for (const { name: sizeName, size, scheme } of VARIANTS) {
    const name = `${sizeName}-${scheme}`;
    const page = await device({ size, scheme });
    const note = async (screen: string) => problems.push(...(await look(page, `${screen}-${name}`)));
    await page.getByText('npm run migrate').first().waitFor();
    await note('inbox');
    await page.evaluate(() => document.querySelectorAll('[data-card]')[1]?.scrollIntoView());
    await note('inbox-dangerous');
    await page.evaluate(() => document.querySelectorAll('[data-card]')[2]?.scrollIntoView());
    await note('inbox-write');
    await page.evaluate(() => document.querySelectorAll('[data-card]')[3]?.scrollIntoView());
    await note('inbox-question');

    const goto = (path: string) => page.goto(new URL(path, hub.url).href);
    await goto('/sessions');
    await page.getByText('Fix the flaky test').first().waitFor();
    await note('sessions');
    await goto(`/sessions/${worked}`);
    await page.getByText('two workers share one database').waitFor();
    await note('session');
    await page.getByText('Read 1 file, searched once').click();
    await page.getByRole('button', { name: /^Edit src/ }).click();
    await page.getByText('One file per worker').first().waitFor();
    await note('session-open');
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByText('Files changed').waitFor();
    await note('details');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Session menu' }).click();
    await page.getByText('Fork into a new session').waitFor();
    await note('menu');
    await goto(`/sessions/${asked}`);
    await page.getByRole('heading', { name: 'Which database' }).waitFor();
    await note('session-asks');
    await goto('/new');
    await page.getByText('What should Claude do?').waitFor();
    await note('new');
    await page.getByText('More options', { exact: true }).click();
    await page.getByLabel('Work in a separate git worktree').check();
    await note('new-more');
    await goto('/settings');
    await page.getByText('Paired devices').waitFor();
    await note('settings');
    await goto('/search');
    await page.getByRole('searchbox').and(page.getByLabel('Search all conversations')).fill('worker');
    await page.locator('.hit, .empty:has-text("Nothing found")').first().waitFor();
    await note('search');
    await goto('/decisions');
    await page.getByText('No decisions yet').waitFor();
    await note('decisions');
    await goto('/rules');
    await page.getByText('No rules').waitFor();
    await note('rules');
    await goto('/usage');
    await page.getByText(/^The price of .*claude-future-9/).waitFor();
    await note('usage');
    await page.getByRole('button', { name: 'Tokens', exact: true }).click();
    await page.getByText('Show as a table').first().click();
    await note('usage-table');
    const stranger = await (await openProfile(browser, { size, scheme })).newPage();
    await stranger.goto(hub.url);
    await stranger.getByText('This device is not paired').waitFor();
    problems.push(...(await look(stranger, `door-${name}`)));
  }

  // Other languages have longer words, and some are written from right to left.
  const paths = {
    inbox: '/',
    sessions: '/sessions',
    session: `/sessions/${worked}`,
    'session-asks': `/sessions/${asked}`,
    new: '/new',
    settings: '/settings',
    usage: '/usage',
  };
  for (const locale of OTHER_LANGUAGES) {
    const page = await device({ size: SIZES.small, locale });
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(new URL(path, hub.url).href);
      await page.locator('h1, h2').first().waitFor();
      problems.push(...(await lookAtWidth(page, `${name}-${locale}`)));
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
      problems.push(...(await lookAtWidth(page, `${name}-${locale}-rtl`)));
    }
  }
  expect(problems).toEqual([]);

  // A language is chosen on the device.
  const page = await device();
  await page.goto(new URL('/settings', hub.url).href);
  await page.getByLabel('Language').selectOption('日本語');
  await page.getByRole('heading', { name: '設定' }).waitFor();
  await page.reload();
  await page.getByLabel('言語').selectOption('English');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});
