/** What a session shows besides text: subagents, files, tasks, failures, context, background tasks, limits, rules. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { holdCommand } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, fail, finish, say, scene, takes } from '../../stage/screenplay.ts';
import { limitHeaders, SUBSCRIBED } from '../../stage/subscription.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { look } from './look.ts';
import { begin, PIXEL, sharedPageTest as pageTest } from './page-test.ts';

const usage = { input_tokens: 1200, output_tokens: 40, cache_read_input_tokens: 40_000 };
const HOUR = 3_600_000;

pageTest(
  'subagents, changed files, tasks, compaction and context of a session, on the smallest phone',
  async ({ stage, hub, device }) => {
    const file = join(stage.project, 'a.txt');
    writeFileSync(file, 'before\n');
    const picture = join(stage.project, 'dot.png');
    writeFileSync(picture, PIXEL);
    const agent = { description: 'Count', prompt: 'count them', subagent_type: 'general-purpose' };
    stage.play(
      scene(
        'work',
        [call('Agent', { ...agent, run_in_background: false })],
        [call('Read', { file_path: file })],
        [call('Edit', { file_path: file, old_string: 'before', new_string: 'after' })],
        [call('TaskCreate', { subject: 'Write the docs', description: 'All of them' })],
        [call('Bash', { command: "printf '10%%\\r100%%\\n\\033[32m3 passed\\033[0m\\n'" })],
        [call('Read', { file_path: picture })],
        takes(fail(529), [say('All done.'), finish({ usage })]),
      ),
      scene('count them', [call('Glob', { pattern: '*.txt' })], [say('There are seven.')]),
      scene(/summar/i, [say('<summary>We worked.</summary>')]),
      scene(
        'write it',
        [call('Bash', { command: Array.from({ length: 60 }, (_, line) => `touch ${line}`).join('\n') })],
        [call('Write', { file_path: join(stage.project, 'long.txt'), content: 'line\n'.repeat(500) })],
        [say('Written.')],
      ),
    );
    const page = await device({ scheme: 'dark', size: { width: 320, height: 640 } });
    const id = await begin(stage, hub, 'work', {
      permission_mode: 'acceptEdits',
      allowed_tools: ['Agent', 'Glob', 'Read', 'TaskCreate', 'Bash(printf *)'],
    });
    await page.goto(new URL(`/sessions/${id}`, hub.url).href);
    await hub.waitFor(id, 'the turn', hasTurn('work', 'completed'));

    const subagent = page.getByRole('button', { name: /general-purpose 1 tool.* There are seven\./ });
    await subagent.click();
    await page.getByText('Claude, to its subagent').waitFor();
    await page.locator('.agent .nested').getByText('There are seven.').first().waitFor();

    // Output as on a screen, with its colours, to copy; images; line numbers.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: /^Run printf.* 3 passed/ }).click();
    await page.locator('.output .ansi.green', { hasText: '3 passed' }).waitFor();
    expect(await page.locator('.output pre').innerText()).toMatch(/^100%\n3 passed\s*$/);
    // A row that was just opened may still move away from the pointer.
    await waitUntil('the copy', async () => {
      await page.getByRole('button', { name: 'Copy the output' }).click();
      return (await page.evaluate(() => navigator.clipboard.readText())).includes('3 passed');
    });
    await page.getByRole('button', { name: /^Read dot\.png/ }).click();
    const shown = page.getByRole('button', { name: 'Image 1' }).locator('img');
    await waitUntil('the image', () =>
      shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth === 1),
    );
    await page.getByRole('button', { name: /^Edit a\.txt/ }).click();
    expect(await page.locator('.diff-line.added .number').innerText()).toBe('1');
    expect(await look(page, 'outputs')).toEqual([]);

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
    // Closes the suggestions: the command is complete.
    await page.getByLabel('Message', { exact: true }).press('Escape');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^Conversation compacted/).waitFor();
    expect(await look(page, 'compaction')).toEqual([]);

    // The buttons of a long request stay on the screen, and it can be folded and hidden.
    await hub.client.changeSession(id, { permission_mode: 'default' });
    await hub.send(id, 'write it');
    const allow = page.getByRole('button', { name: 'Allow', exact: true });
    await page.getByRole('heading', { name: 'Claude wants to run a command' }).waitFor();
    expect(await isVisible(allow)).toBe(true);
    await page.getByRole('button', { name: 'Waiting for you', exact: true }).click();
    await allow.waitFor({ state: 'detached' });
    await page.locator('.hide-card').click();
    await allow.click();
    await page.getByRole('button', { name: /Show all 50\d lines/ }).click();
    expect(await isVisible(allow)).toBe(true);
    expect(await look(page, 'long-request')).toEqual([]);
    await page.getByRole('button', { name: 'Show less' }).click();
    await allow.click();
    await hub.waitFor(id, 'the turn', hasTurn('write it', 'completed'));
  },
);

/** Within the window, and not covered. */
function isVisible(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}

pageTest(
  'a changed notebook, a command in the background, limits, and the permission rules in force',
  async ({ stage, hub, device }) => {
    const file = join(stage.project, 'numbers.ipynb');
    const cell = { cell_type: 'code', id: 'one', metadata: {}, outputs: [], execution_count: null };
    const rest = { metadata: {}, nbformat: 4, nbformat_minor: 5 };
    writeFileSync(file, JSON.stringify({ cells: [{ ...cell, source: 'print(1)' }], ...rest }));
    const held = holdCommand(stage.project);
    const aside = { command: held.command, description: 'Watch the tests', run_in_background: true };
    const limits = finish({ headers: limitHeaders(0.92, 0.4, Date.now() + 2 * HOUR) });
    stage.play(
      scene(
        'work',
        [call('Read', { file_path: file })],
        [call('NotebookEdit', { notebook_path: file, cell_id: 'one', new_source: 'print(2)\nprint(3)' })],
        [call('Bash', aside)],
        [call('Bash', { command: 'npm run one --if-present' })],
        [say('Under way.'), limits],
      ),
      scene(/<task-notification>/, [say('The tests have ended.')]),
    );
    const page = await device();
    const id = await begin(stage, hub, 'work', {
      ...{ permission_mode: 'acceptEdits', env: SUBSCRIBED, name: 'Numbers' },
      ...{ allowed_tools: ['Read', 'Bash(git log *)'], disallowed_tools: ['WebSearch'] },
    });
    await page.goto(new URL(`/sessions/${id}`, hub.url).href);
    await page.getByText('npm run one').first().waitFor();
    await page.getByRole('button', { name: 'Details' }).click();
    const details = page.getByRole('dialog');
    await details.getByText('Allowed without asking').waitFor();
    const rules = details.locator('.rule-group li');
    expect(await rules.allInnerTexts()).toEqual([
      ...['Read\ngiven at start', 'Bash(git log *)\ngiven at start', 'WebSearch\ngiven at start'],
    ]);
    await page.keyboard.press('Escape');

    await page.getByRole('checkbox', { name: /^also allow/ }).check();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await hub.waitFor(id, 'the turn', hasTurn('work', 'completed'));
    await page.getByRole('status').getByText('5-hour limit: 92% used, almost reached, resets in').waitFor();
    await page.getByText(/^1 background task · project/).waitFor();
    expect(await look(page, 'session-limits')).toEqual([]);
    await page.getByRole('button', { name: 'Details' }).click();
    await details
      .locator('li')
      .filter({ hasText: /^Watch the testscommand, running · (now|\d+ min)$/ })
      .waitFor();
    await details.getByText('40% used, resets in').waitFor();
    await rules.filter({ hasText: /^Bash\(npm run \*\)for you in this project$/ }).waitFor();
    expect(await look(page, 'details-rules')).toEqual([]);
    await details.getByText('numbers.ipynb').click();
    await details.getByText('print(2)', { exact: true }).waitFor();
    expect(await details.locator('summary').filter({ hasText: 'numbers.ipynb' }).innerText()).toContain(
      '+2 −1',
    );

    held.release();
    await details.getByText('Watch the tests').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText('The tests have ended.').waitFor();
  },
);
