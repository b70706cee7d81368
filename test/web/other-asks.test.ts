/** Plans and forms, answered in the page, with the real Claude Code. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { PLAN, planning } from '../../stage/plays.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { begin, pageTest, told } from './page-test.ts';

describe('plans', { timeout: 120_000 }, () => {
  pageTest('a plan is read and approved into a mode', async ({ stage, hub, device }) => {
    stage.play(planning(PLAN));
    const page = await device();
    const id = await begin(stage, hub, 'plan it', { permission_mode: 'plan' });
    await page.getByRole('heading', { name: 'Move the tests to one database per worker' }).waitFor();
    await page.getByLabel('Go on with').selectOption('acceptEdits');
    await page.getByRole('button', { name: 'Approve' }).click();
    const view = await hub.waitFor(id, 'the turn', hasTurn('plan it', 'completed'));
    expect(view.permission_mode).toBe('acceptEdits');
    expect(told(stage)).toMatchObject({ isError: false });
  });

  pageTest('a plan goes back with comments on its lines', async ({ stage, hub, device }) => {
    stage.play(planning(PLAN));
    const page = await device();
    const id = await begin(stage, hub, 'plan it', { permission_mode: 'plan' });
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('button', { name: '2. Remove the file after each run' }).click();
    await page.getByPlaceholder('Comment').fill('keep it when a test failed');
    await page.getByLabel('About the whole plan').fill('Otherwise fine.');
    await page.getByRole('button', { name: 'Send back' }).click();
    await hub.waitFor(id, 'the turn', hasTurn('plan it', 'completed'));
    expect(told(stage)?.text).toContain(
      '> 2. Remove the file after each run\nkeep it when a test failed\n\nOtherwise fine.',
    );
  });
});

describe('forms', { timeout: 120_000 }, () => {
  pageTest('a form of an MCP server is filled in', async ({ stage, hub, device }) => {
    stage.play(scene('greet me', [call('mcp__asking__ask', {})], [say('Hello.')]));
    const server = join(import.meta.dirname, '../hub/asking-server.mjs');
    const config = join(stage.project, '.mcp.json');
    const mcpServers = { asking: { command: process.execPath, args: [server] } };
    writeFileSync(config, JSON.stringify({ mcpServers }));
    const page = await device();
    const id = await begin(stage, hub, 'greet me', {
      mcp_config: { mcpServers },
      allowed_tools: ['mcp__asking__ask'],
    });
    await page.getByText('Your name?').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('This is needed.').waitFor();
    await page.getByRole('textbox').fill('Ann');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await hub.waitFor(id, 'the turn', hasTurn('greet me', 'completed'));
    expect(told(stage)?.text).toContain('Ann');
  });
});
