/**
 * A new user's first minutes on a phone: scan the code, try the sample session, see the session started in a terminal, answer its question, edit and
 * allow its command, send the next prompt. REINS_SCREENSHOTS names a folder for a picture of each step.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SAMPLE_PROMPT } from '../../src/hub/setup.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { collectProblems, openProfile } from './browser.ts';
import { look } from './look.ts';
import { pageTest } from './page-test.ts';

const work = scene(
  'set up the project',
  [
    call('AskUserQuestion', {
      questions: [
        {
          question: 'Which database should the service use?',
          header: 'Database',
          multiSelect: false,
          options: [
            { label: 'SQLite', description: 'One file, nothing to run.' },
            { label: 'PostgreSQL', description: 'A server of its own.' },
          ],
        },
      ],
    }),
  ],
  [call('Bash', { command: 'touch data.db', description: 'Make the database' })],
  [say('The database is there.')],
);

const sample = scene(
  SAMPLE_PROMPT,
  [call('Bash', { command: 'date > hello.txt', description: 'Write the date' })],
  [say('I wrote the date.')],
);

pageTest(
  'from the pairing code to the next prompt, without reading docs',
  async ({ stage, hub, browser }) => {
    stage.play(work, sample, scene('now write the tests', [say('The tests are written.')]));
    const { stdout } = await hub.run('pair', '--role', 'operator', '--name', 'My phone');
    const [link = ''] = /http\S+\/pair#\S+/.exec(stdout) ?? [];
    const page = await (await openProfile(browser)).newPage();
    const problems = collectProblems(page);
    let step = 0;
    const show = async (name: string) => problems.push(...(await look(page, `new-user-${++step}-${name}`)));

    await page.goto(link);
    await page.getByText('Claude Code does not report to this hub yet').waitFor();
    await page.getByText('A phone cannot reach this hub yet').waitFor();
    await show('welcome');
    expect((await hub.run('install')).code).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.getByText('The hooks are installed').waitFor();
    await page.getByRole('button', { name: 'Start a sample session' }).click();
    await page.getByText('date > hello.txt').first().waitFor();
    await show('sample');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('I wrote the date.').waitFor();
    await page.goto(new URL('/', link).href);
    await page.getByRole('button', { name: 'Dismiss the introduction' }).click();
    await page.getByText('Welcome to Reins').waitFor({ state: 'detached' });

    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    await terminal.prompt('set up the project');
    await page.getByRole('heading', { name: 'Which database' }).waitFor();
    await show('question');
    await page.getByRole('radio', { name: /^SQLite/ }).check();
    await page.getByRole('button', { name: 'Send answer' }).click();

    await page.getByText('Claude wants to run a command').waitFor();
    await show('permission');
    await page.getByRole('button', { name: 'Edit command' }).click();
    await page.getByLabel('Command').fill('touch service.db');
    await show('edited');
    await page.getByRole('button', { name: 'Allow with edits' }).click();
    await page.getByText('Nothing is waiting for you').waitFor();
    await show('nothing-waits');
    await terminal.waitForScreen(/The database is there/);
    expect(existsSync(join(stage.project, 'service.db'))).toBe(true);
    expect(existsSync(join(stage.project, 'data.db'))).toBe(false);

    await page.getByRole('link', { name: 'Sessions' }).click();
    await show('sessions');
    await page.locator('[data-row]').first().click();
    await page.getByText('The database is there.').waitFor();
    // The command that ran, not the requested one.
    await page.getByRole('button', { name: /^Run touch service\.db edited/ }).waitFor();
    await show('session');
    await page.getByLabel('Message', { exact: true }).fill('now write the tests');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The tests are written.').waitFor();
    await show('answered');
    await terminal.waitForScreen(/The tests are written/);
    expect(problems).toEqual([]);
    const decided = (await hub.client.interactions()).items.map(({ answer }) => answer?.by);
    expect(decided).toMatchObject([
      { type: 'device', name: 'My phone' },
      { type: 'device', name: 'My phone' },
      { type: 'device', name: 'My phone' },
    ]);
  },
);
