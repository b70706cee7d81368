/** The search finds conversations, and the audit log lists decisions. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { generateHistory } from '../../bench/transcripts/generate-history.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { look } from './look.ts';
import { begin, pageTest } from './page-test.ts';

pageTest('search leads to the place; decisions are listed', async ({ stage, hub, device }) => {
  stage.play(
    scene('make another', [say('Another one.')]),
    scene(
      'make it',
      [
        say(
          `${'Much ado about nothing.\n\n'.repeat(80)}The walrus is near.\n\n${'And so on.\n\n'.repeat(80)}`,
        ),
        call('Bash', { command: 'touch a.txt', description: 'x' }),
      ],
      [say('Done.')],
    ),
  );
  const page = await device();
  const id = await begin(stage, hub, 'make it');
  await page.getByRole('button', { name: 'Deny with a reason' }).click();
  await page.getByLabel('What should Claude do instead?').fill('not here');
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));

  await page.goto(new URL('/decisions', hub.url).href);
  await page.getByText('Run touch a.txt').waitFor();
  await page.getByText(/^Denied by .*: “not here”/).waitFor();
  await page.getByRole('button', { name: 'Rules' }).click();
  await page.getByText('No decisions yet').waitFor();
  await page.getByRole('link', { name: 'Back to Settings' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();

  // A transcript is indexed a moment after it was written.
  await waitUntil('the text to be found', async () => (await hub.client.search('walrus')).items.length > 0);
  await page.goto(new URL('/search', hub.url).href);
  const field = page.getByLabel('Search all conversations').and(page.getByRole('searchbox'));
  await field.fill('walr');
  expect(await page.locator('.hit mark').first().textContent()).toMatch(/walr/i);
  await page.locator('.hit').first().click();
  await page.getByText('around the search result').waitFor();
  await atPlace(page, 'walr');
  // The rows before and after it.
  await page.keyboard.press('Home');
  await page.locator('.excerpt').getByText('make it', { exact: true }).waitFor();
  await page.keyboard.press('End');
  await page.locator('.excerpt').getByText('Done.', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await page.getByLabel('Message', { exact: true }).waitFor();

  // The palette, even while a prompt is being written.
  await page.getByLabel('Message', { exact: true }).press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Find sessions, actions and conversations' });
  await palette.fill('dark');
  expect(await look(page, 'palette')).toEqual([]);
  await palette.press('Enter');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(19, 18, 16)');
  await page.reload();
  await page.getByLabel('Message', { exact: true }).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(19, 18, 16)');
  expect(await look(page, 'session-head-meter')).toEqual([]);
  await page.getByLabel('Message', { exact: true }).press('Control+k');
  await palette.fill('walrus');
  await page.getByRole('option', { name: /The walrus is near/ }).click();
  await page.getByText('around the search result').waitFor();

  // A prompt is edited and retried in a copy.
  await atPlace(page, 'walrus');
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Edit and retry' }).click();
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('make another');
  expect(await look(page, 'retry-prompt')).toEqual([]);
  await page.getByRole('button', { name: 'Retry in a copy' }).click();
  await page.getByText('Another one.').waitFor();
  expect(page.url()).not.toContain(id);
});

/** Waits until the place within a long message is marked and scrolled to. */
async function atPlace(page: Page, word: string): Promise<void> {
  const hit = page.locator('.found').getByText('The walrus is near.');
  await waitUntil('the place', () =>
    hit.evaluate((one, word) => {
      const { y } = one.getBoundingClientRect();
      const marked = [...(CSS.highlights.get('found') ?? [])].map((range) => String(range));
      return y > 0 && y < innerHeight && marked.join() === word;
    }, word),
  );
}

pageTest(
  'filters and counts cover all sessions, not only those that were loaded',
  async ({ stage, hub, device }) => {
    generateHistory({ configFolder: stage.configDir, transcripts: 70, bytes: 200_000, large: 0 });
    await waitUntil('all sessions', async () => (await hub.client.list({ limit: 100 })).items.length === 70);
    const { items } = await hub.client.list({ q: 'project-2', limit: 100 });
    const page = await device();
    await page.goto(new URL('/sessions', hub.url).href);
    await page.getByRole('button', { name: 'Ended 70' }).waitFor();
    await page.getByLabel('Filter sessions').fill('project-2');
    await waitUntil('every hit', async () => (await page.locator('.session-row').count()) === items.length);
    await page.getByLabel('Filter sessions').fill('nowhere');
    await page.getByText('No matching sessions').waitFor();
    await page.getByLabel('Filter sessions').fill('');
    await page.getByRole('button', { name: 'Ended 70' }).click();
    const older = page.getByRole('button', { name: 'Show older sessions' });
    await page.route('**/api/sessions?*cursor=*', (route) => route.abort());
    await older.click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/api/sessions?*cursor=*');
    await older.click();
    await waitUntil('all sessions', async () => (await page.locator('.session-row').count()) === 70);

    // Another client pins a session that the page has not loaded, and labels one.
    const [newest, oldest] = [(await hub.client.list()).items[0], items.at(-1)];
    if (!newest || !oldest) throw new Error('there are no sessions');
    await hub.client.changeSession(oldest.session_id, { pinned: true, labels: ['release'] });
    await page.getByRole('button', { name: 'All', exact: true }).click();
    const pinned = page.getByRole('region', { name: 'Pinned' });
    await pinned.locator(`a[href="/sessions/${oldest.session_id}"]`).waitFor();
    await page.reload();
    await pinned.getByText('release').waitFor();
    await page.getByRole('button', { name: '#release' }).click();
    await waitUntil('the label', async () => (await page.locator('.session-row').count()) === 1);
    await page.getByRole('button', { name: '#release' }).click();

    // The page archives one, and takes it back.
    const row = page.locator(`a[href="/sessions/${newest.session_id}"]`);
    const menu = page.locator('.session-item').filter({ has: row }).getByRole('button');
    await menu.click();
    await page.getByLabel('Labels').fill('later');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Remove the label later' }).waitFor();
    expect(await look(page, 'session-row-menu')).toEqual([]);
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ended 69' }).waitFor();
    await page.getByRole('button', { name: 'Show archived sessions' }).click();
    await row.waitFor();
    expect(await page.locator('.session-row').count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No archived sessions').waitFor();
    await page.getByRole('button', { name: 'Back to all sessions' }).click();
    await row.waitFor();
    expect((await hub.client.list({ archived: true })).items).toEqual([]);
    expect(await look(page, 'session-list-marks')).toEqual([]);
  },
);
