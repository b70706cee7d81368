/**
 * The pictures in the README, renewed by `node scripts/pictures.mjs`: the page with the real Claude Code on the stage. Not a
 * test.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../stage/patience.ts';
import { asking, DB_FILE, flakyTest, migration } from '../../stage/plays.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { nameFolders } from './name-folders.ts';
import { begin, pageTest } from './page-test.ts';

const FOLDER = process.env['REINS_PICTURES'];
const PHONE = { width: 360, height: 690 };
const DESK = { width: 1200, height: 720 };

pageTest('the pictures in the README', async ({ stage, hub, device }) => {
  const folder = FOLDER ?? '';
  mkdirSync(folder, { recursive: true });
  const api = stage.makeProject('api-server');
  const shop = stage.makeProject('web-shop');
  mkdirSync(join(api, 'src'));
  writeFileSync(join(api, 'src/db.ts'), DB_FILE);
  stage.play(flakyTest(api), migration, asking);
  const worked = await begin(stage, hub, 'fix the flaky test', {
    cwd: api,
    permission_mode: 'acceptEdits',
    allowed_tools: ['Bash', 'Read', 'Grep'],
    name: 'Fix the flaky test',
  });
  await hub.waitFor(worked, 'the turn', hasTurn('fix the flaky test', 'completed'));
  await begin(stage, hub, 'prepare the release', { cwd: api, name: 'Prepare the release' });
  const asked = await begin(stage, hub, 'choose a database', { cwd: shop, name: 'Choose a database' });
  await waitUntil(
    'two requests',
    async () => (await hub.client.interactions({ state: 'open' })).items.length === 2,
  );

  const take = async (page: Page, name: string) => {
    await nameFolders(page, dirname(api));
    await page.screenshot({ path: join(folder, `${name}.png`) });
  };
  const open = (page: Page, path: string) => page.goto(new URL(path, hub.url).href);

  const phone = await device({ size: PHONE, scheme: 'light' });
  await phone.getByText('npm run migrate').first().waitFor();
  await take(phone, 'inbox');
  await open(phone, `/sessions/${asked}`);
  await phone.getByRole('heading', { name: 'Which database' }).waitFor();
  await phone.getByText('SQLite').click();
  await take(phone, 'question');

  const dark = await device({ size: PHONE, scheme: 'dark' });
  await open(dark, `/sessions/${worked}`);
  await dark.getByText('two workers share one database').waitFor();
  await dark.getByRole('button', { name: /^Edit src/ }).click();
  await dark.getByText('One file per worker').first().waitFor();
  await take(dark, 'session');

  const desk = await device({ size: DESK, scheme: 'light' });
  await open(desk, `/sessions/${worked}`);
  await desk.getByText('two workers share one database').waitFor();
  await desk.locator('.hljs-keyword').first().waitFor();
  await take(desk, 'desk');

  const night = await device({ size: DESK, scheme: 'dark' });
  await night.getByText('npm run migrate').first().waitFor();
  await night.keyboard.press('Control+k');
  await night.getByRole('combobox').fill('workers');
  await night.getByRole('option', { name: /two workers share/ }).waitFor();
  await take(night, 'palette');
});
