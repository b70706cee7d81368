/** `reins answer` on a card, in a real terminal, while the real Claude Code waits. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { reinsInPane } from '../pane.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import { bash, lastToolResult, openInteraction, QUESTIONS } from './interaction-stage.ts';

describe('reins answer in a terminal', () => {
  test('shows the whole command, accepts a suggestion and an edit; a dangerous one needs two keys', async ({
    stage,
    hub,
  }) => {
    const interaction = await openInteraction({ stage, hub }, 'Bash', bash('npm run build && echo done'));
    const editor = join(stage.folder, 'editor.sh');
    writeFileSync(editor, '#!/bin/sh\necho "touch edited.txt" > "$1"\n', { mode: 0o755 });
    const terminal = await reinsInPane(
      stage,
      { ...hub.env, EDITOR: editor },
      'answer',
      interaction.id.slice(0, 8),
    );
    await terminal.waitForScreen(/> ◆ Claude wants to run a command.*\n {2}npm run build && echo done\n/);
    await terminal.waitForScreen(/a allow +d deny/);
    await terminal.type('1');
    await terminal.waitForScreen(/\[x\] 1 also allow npm run/);
    await terminal.type('e');
    await terminal.waitForScreen(/Ctrl-G your editor/);
    await terminal.press('C-g');
    await terminal.waitForScreen(/Command\n *> touch edited\.txt/);
    await terminal.press('Enter');
    await terminal.waitForScreen(/edited by you[\s\S]*a allow with edits/);
    await terminal.type('a');
    const screen = await terminal.waitForScreen(
      /allowed \(edited\): run touch edited\.txt[\s\S]*exit code 0/,
    );
    expect(screen).toMatch(
      /◆ Claude wants to run a command\n.*project.*\n\n {2}npm run build && echo done\n/,
    );
    await lastToolResult(stage);
    expect(existsSync(join(stage.project, 'edited.txt'))).toBe(true);

    const session = interaction.session_id;
    await openInteraction({ stage, hub, session }, 'Bash', bash('rm -rf build'), 'clean up');
    const dangerous = await reinsInPane(stage, hub.env, 'answer');
    await dangerous.waitForScreen(/! Deletes folders and everything in them\.[\s\S]*a allow/);
    await dangerous.type('a');
    await dangerous.waitForScreen(/Press a again to allow it/);
    await dangerous.press('Escape');
    await dangerous.waitForScreen(/a allow/);
    await dangerous.type('w');
    await dangerous.waitForScreen(/What should Claude do instead/);
    await dangerous.type('clean by hand');
    await dangerous.press('Enter');
    await dangerous.waitForScreen(/denied: run rm -rf build[\s\S]*exit code 0/);
    expect(await lastToolResult(stage)).toMatchObject({ isError: true, text: 'clean by hand' });
  });

  test('ignores keys typed before the request is visible; exits and names who was first; questions', async ({
    stage,
    hub,
  }) => {
    const interaction = await openInteraction({ stage, hub }, 'Bash', bash('touch a.txt'));
    // It cannot show the request before the keys are typed.
    hub.signal('SIGSTOP');
    const terminal = await reinsInPane(stage, hub.env, 'answer');
    await terminal.type('a');
    await terminal.press('Enter');
    hub.signal('SIGCONT');
    await terminal.waitForScreen(/a allow +d deny/);
    await terminal.type('q');
    await terminal.waitForScreen(/Not answered\./);
    expect((await hub.client.interactions({ id: interaction.id })).items).toMatchObject([{ state: 'open' }]);

    const late = await reinsInPane(stage, hub.env, 'answer');
    await late.waitForScreen(/a allow/);
    const { token } = await hub.client.tokens.add('phone', 'approver');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ decision: 'deny', message: 'not now' });
    await fetch(`${hub.url}/api/interactions/${interaction.id}/answer`, { method: 'POST', headers, body });
    const screen = await late.waitForScreen(/exit code 1/);
    expect(screen).toContain('Already denied by phone: not now. Nothing was sent.');
    expect(screen).not.toContain('a allow');

    // Questions, one after the other; the second is skipped.
    const { session_id: session } = interaction;
    await openInteraction({ stage, hub, session }, 'AskUserQuestion', QUESTIONS, 'ask me');
    const asked = await reinsInPane(stage, { ...hub.env, NO_COLOR: '1' }, 'answer');
    await asked.waitForScreen(/question 1 of 2[\s\S]*> \( \) 1 Postgres\n +a server[\s\S]*Enter choose/);
    await asked.press('Down', 'Enter');
    await asked.waitForScreen(/question 2 of 2[\s\S]*> \[ \] 1 Auth/);
    await asked.press('Right');
    await asked.waitForScreen(/answered: question: Which db[\s\S]*exit code 0/);
    const { text } = await lastToolResult(stage);
    expect(text).toContain('"Which db?"="SQLite"');
    expect(text).not.toContain('Which features');
  });

  test('offers a choice of several requests; q leaves them open', async ({ stage, hub }) => {
    await openInteraction({ stage, hub }, 'Bash', bash('touch a.txt'));
    await openInteraction({ stage, hub }, 'ExitPlanMode', { plan: '1. do it' }, 'make a plan');
    const terminal = await reinsInPane(stage, hub.env, 'answer');
    await terminal.waitForScreen(/Waiting for you 2[\s\S]*> ◆ Claude wants to run a command[\s\S]*j\/k next/);
    await terminal.type('j');
    await terminal.waitForScreen(/> ◆ Claude has a plan[\s\S]*a approve/);
    await terminal.type('q');
    await terminal.waitForScreen(/Not answered\.\n.*exit code 0/);
    expect((await hub.client.interactions({ state: 'open' })).items).toHaveLength(2);
    const piped = await hub.run('answer', '--allow');
    expect(piped).toMatchObject({ code: 2 });
    expect(piped.stderr).toMatch(/Several requests are pending; choose one:\n {2}\w{8} {2}run touch a\.txt/);
    const again = await reinsInPane(stage, hub.env, 'answer');
    await again.waitForScreen(/a allow +d deny/);
    await again.type('d');
    await again.waitForScreen(/denied: run touch a\.txt[\s\S]*exit code 0/);
    expect((await hub.client.interactions({ state: 'open' })).items).toHaveLength(1);
  });
});
