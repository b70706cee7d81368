/** Plans and forms answered on the page, with the real Claude Code. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PLAN, planning } from '../../stage/plays.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { look } from './look.ts';
import { begin, lastToolResult, sharedPageTest as pageTest } from './page-test.ts';

pageTest(
  'a plan is rejected with comments on its lines; the next is edited and approved with a mode',
  async ({ stage, hub, device }) => {
    stage.play(planning(PLAN), scene('ask again', [call('ExitPlanMode', {})], [say('On it.')]));
    const page = await device();
    const id = await begin(stage, hub, 'plan it', { permission_mode: 'plan' });
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('button', { name: '2. Remove the file after each run' }).click();
    // The focus is in the field.
    await page.keyboard.type('keep it when a test failed');
    await page.getByLabel('Overall feedback').fill('Otherwise fine.');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByText('Your comments are sent with either answer.').waitFor();
    await page.getByRole('button', { name: 'Approve with comments' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    expect(await page.getByPlaceholder('Comment').inputValue()).toBe('keep it when a test failed');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await hub.waitFor(id, 'the turn', hasTurn('plan it', 'completed'));
    expect(lastToolResult(stage)?.text).toContain(
      '> 2. Remove the file after each run\nkeep it when a test failed\n\nOtherwise fine.',
    );
    await page.getByText('Nothing is waiting for you').waitFor();

    await hub.send(id, 'ask again');
    await page.getByRole('heading', { name: 'Move the tests to one database per worker' }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Plan', { exact: true }).fill('Do nothing at all, twice.');
    await page.getByLabel('Mode after approval').selectOption('acceptEdits');
    await page.getByRole('button', { name: 'Approve with edits' }).click();
    await hub.waitFor(id, 'the second turn', hasTurn('ask again', 'completed'));
    await hub.waitFor(id, 'the mode', ({ permission_mode }) => permission_mode === 'acceptEdits');
    expect(lastToolResult(stage)).toMatchObject({
      isError: false,
      text: expect.stringContaining('Do nothing at all, twice.'),
    });
  },
);

/** Every kind of field that MCP allows for forms. */
const FORM = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Your name', minLength: 2 },
      mail: { type: 'string', title: 'Mail', format: 'email' },
      page: { type: 'string', title: 'Page', format: 'uri' },
      day: { type: 'string', title: 'Day', format: 'date' },
      count: { type: 'integer', title: 'How many', minimum: 1, maximum: 9 },
      share: { type: 'number', title: 'Share', default: 0.5 },
      agreed: { type: 'boolean', title: 'All right', description: 'Think twice' },
      colour: { type: 'string', title: 'Colour', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
      size: { type: 'string', title: 'Size', oneOf: [{ const: 's', title: 'Small' }] },
      parts: {
        ...{ type: 'array', title: 'Parts', minItems: 1 },
        items: { type: 'string', enum: ['x', 'y', 'z'] },
      },
    },
    required: ['name', 'count', 'parts'],
  },
};

pageTest(
  'forms of an MCP server: validated per field, filled in with every kind of field, declined',
  async ({ stage, hub, device }) => {
    stage.play(
      scene(
        'ask me',
        [call('mcp__asking__ask', { ask: FORM })],
        [call('mcp__asking__ask', {})],
        [say('Hello.')],
      ),
    );
    const server = join(import.meta.dirname, '../hub/asking-server.mjs');
    const config = join(stage.project, '.mcp.json');
    const mcpServers = { asking: { command: process.execPath, args: [server] } };
    writeFileSync(config, JSON.stringify({ mcpServers }));
    const page = await device();
    const id = await begin(stage, hub, 'ask me', {
      mcp_config: { mcpServers },
      allowed_tools: ['mcp__asking__ask'],
    });
    await page.getByText('Who are you?').waitFor();
    const send = () => page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByLabel('How many').fill('12');
    await page.getByLabel(/^Mail/).fill('nobody');
    await send();
    await page.getByText('This is required: text.').waitFor();
    await page.getByText('This must be at most 9.').waitFor();
    await page.getByText('This must be an email address.').waitFor();
    await page.getByText('This must have at least 1 entry.').waitFor();
    expect(await look(page, 'form')).toEqual([]);
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('How many').fill('7');
    await page.getByLabel(/^Mail/).fill('ann@example.org');
    await page.getByLabel(/^Page/).fill('https://example.org/');
    await page.getByLabel(/^Day/).fill('2026-02-28');
    await page.getByLabel('All right').check();
    await page.getByLabel(/^Colour/).selectOption('Green');
    await page.getByLabel(/^Size/).selectOption('Small');
    await page.getByLabel('z', { exact: true }).check();
    await page.getByLabel('x', { exact: true }).check();
    await send();
    await page.getByText('Your name?').waitFor();
    expect(JSON.parse(lastToolResult(stage)?.text ?? '')).toEqual({
      action: 'accept',
      content: {
        ...{ name: 'Ann', mail: 'ann@example.org', page: 'https://example.org/', day: '2026-02-28' },
        ...{ count: 7, share: 0.5, agreed: true, colour: 'g', size: 's', parts: ['x', 'z'] },
      },
    });
    // The first form stays for a moment to show that it was sent.
    await page.locator('.card').getByText('Who are you?').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Decline' }).click();
    await hub.waitFor(id, 'the turn', hasTurn('ask me', 'completed'));
    expect(lastToolResult(stage)?.text).toContain('decline');
  },
);
