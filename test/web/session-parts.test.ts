/** What a session shows beside words: helpers below their call, files with their changes, tasks, failures, its context. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { call, fail, finish, say, scene, takes } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { look } from './look.ts';
import { begin, pageTest } from './page-test.ts';

const usage = { input_tokens: 1200, output_tokens: 40, cache_read_input_tokens: 40_000 };

pageTest(
  'helpers, changed files, tasks, summaries and the context of a session, on the smallest phone',
  async ({ stage, hub, device }) => {
    const file = join(stage.project, 'a.txt');
    writeFileSync(file, 'before\n');
    const agent = { description: 'Count', prompt: 'count them', subagent_type: 'general-purpose' };
    stage.play(
      scene(
        'work',
        [call('Agent', { ...agent, run_in_background: false })],
        [call('Read', { file_path: file })],
        [call('Edit', { file_path: file, old_string: 'before', new_string: 'after' })],
        [call('TaskCreate', { subject: 'Write the docs', description: 'All of them' })],
        takes(fail(529), [say('All done.'), finish({ usage })]),
      ),
      scene('count them', [call('Glob', { pattern: '*.txt' })], [say('There are seven.')]),
      scene(/summar/i, [say('<summary>We worked.</summary>')]),
    );
    const page = await device({ scheme: 'dark', size: { width: 320, height: 640 } });
    const id = await begin(stage, hub, 'work', {
      permission_mode: 'acceptEdits',
      allowed_tools: ['Agent', 'Glob', 'Read', 'TaskCreate'],
    });
    await page.goto(new URL(`/sessions/${id}`, hub.url).href);
    await hub.waitFor(id, 'the turn', hasTurn('work', 'completed'));

    const helper = page.getByRole('button', { name: /general-purpose There are seven\. 1 tool/ });
    await helper.click();
    await page.getByText('Claude, to its helper').waitFor();
    await page.locator('.agent .nested').getByText('There are seven.').first().waitFor();

    await page.getByRole('button', { name: 'Details' }).click();
    const details = page.getByRole('dialog');
    await details.getByText('Write the docs').waitFor();
    await details.getByText('41.2k').waitFor();
    await details.getByText('a.txt').click();
    await details.getByText('after', { exact: true }).waitFor();
    await details.getByText('before', { exact: true }).waitFor();
    expect(await look(page, 'details-files')).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByLabel('Message', { exact: true }).fill('/compact');
    // Closes what is offered: the command is complete.
    await page.getByLabel('Message', { exact: true }).press('Escape');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^Conversation summarised/).waitFor();
    expect(await look(page, 'compaction')).toEqual([]);
  },
);
