/** `reins inbox`: pending requests, once and live, as text and JSON. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { reinsInPane } from '../pane.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import { bash, openInteraction } from './interaction-stage.ts';

describe('reins inbox', () => {
  test('lists pending requests, shows one in full, prints JSON; --watch prints lines', async ({
    stage,
    hub,
  }) => {
    expect((await hub.run('inbox')).stdout).toBe('No pending requests.\n');
    const interaction = await openInteraction({ stage, hub }, 'Bash', bash('npm run build && npm test'));
    const id = interaction.id.slice(0, 8);
    expect((await hub.run('inbox')).stdout).toMatch(
      new RegExp(`^ID .*\n${id} +now +project +run npm run build && npm test +control\n$`),
    );
    const whole = (await hub.run('inbox', id)).stdout;
    expect(whole).toContain('◆ Claude wants to run a command');
    expect(whole).toMatch(/Claude suggests for the future \(--apply\):\n {2}1 {2}also allow npm run/);
    expect(JSON.parse((await hub.run('inbox', '--json')).stdout).items).toMatchObject([
      { id: interaction.id },
    ]);
    const other = '11111111-1111-4111-8111-111111111111';
    expect((await hub.run('inbox', '--session', other)).stdout).toBe('No pending requests.\n');
    expect((await hub.run('inbox', '--session', interaction.session_id.slice(0, 8))).stdout).toContain(id);

    // New requests and decisions.
    const first = interaction;
    const lines = hub.start('inbox', '--watch');
    const json = hub.start('inbox', '--watch', '--json');
    await lines.waitForOutput(
      new RegExp(`${first.id.slice(0, 8)} {2}project {2}run npm run build && npm test\n`),
    );
    await json.waitForOutput(/\n/);
    const second = await openInteraction({ stage, hub }, 'Bash', bash('touch b.txt'), 'another');
    await lines.waitForOutput(new RegExp(`${second.id.slice(0, 8)} {2}project {2}run touch b\\.txt\n`));
    expect((await hub.run('answer', first.id, '--deny')).code).toBe(0);
    await lines.waitForOutput(new RegExp(`${first.id.slice(0, 8)} {2}denied by operator\n`));
    await json.waitForOutput(/"type":"interaction_closed"/);
    const [opening = ''] = json.output().stdout.split('\n');
    expect(JSON.parse(opening)).toMatchObject({ open: [{ id: first.id }] });
    lines.child.kill('SIGINT');
    expect(await lines.exited).toMatchObject({ code: 0, stderr: '' });
  });

  test('--watch in a terminal redraws; a decided request shows it and disappears', async ({ stage, hub }) => {
    const terminal = await reinsInPane(stage, hub.env, 'inbox', '--watch');
    await terminal.waitForScreen(/No pending requests\.\n\n.*Ctrl-C stops/);
    const interaction = await openInteraction({ stage, hub }, 'Bash', bash('touch a.txt'));
    const screen = await terminal.waitForScreen(/ANSWER BY\n.*run touch a\.txt +control\n/);
    expect(screen).not.toContain('No pending requests');
    const written = await terminal.record();
    await hub.run('answer', interaction.id, '--deny', '--message', 'no');
    const isReported = /No pending requests\.\s+\w+ +denied by operator: no/;
    await waitUntil('the decision to be shown', () => isReported.test(written()), { explain: written });
    await terminal.waitForScreen(/^No pending requests\.\n\nAnswer with "reins answer ID"/);
    await hub.kill();
    await terminal.waitForScreen(/The hub does not respond/);
    await hub.restart();
    await terminal.waitForScreen(/Ctrl-C stops/);
    await terminal.press('C-c');
    await terminal.waitForScreen(/exit code 0/);
  });

  // The last one, because it installs hooks.
  test('--watch in a terminal counts as presence: blocking requests are held', async ({ stage, hub }) => {
    expect((await hub.run('install', '--no-deny-rules')).code).toBe(0);
    const agent = { description: 'Count', prompt: 'count', subagent_type: 'general-purpose' };
    stage.play(
      scene('send someone', [call('Agent', agent)], [say('Sent.')]),
      scene('count', [call('Bash', bash('touch counted.txt'))], [say('Counted.')]),
    );
    const watching = await reinsInPane(stage, hub.env, 'inbox', '--watch');
    await watching.waitForScreen(/No pending requests/);
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    await terminal.prompt('send someone');
    await watching.waitForScreen(/run touch counted\.txt +hook/);
    const { items } = await hub.client.interactions({ state: 'open' });
    expect(items).toMatchObject([{ held_until: expect.any(String) }]);
    await hub.run('answer', '--allow');
    await waitUntil('the file', () => existsSync(join(stage.project, 'counted.txt')));
    await watching.type('q');
    await watching.waitForScreen(/exit code 0/);
  });
});
