/** `reins answer` on a card, at a real terminal, while the real Claude Code waits. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { reinsInPane } from '../pane.ts';
import { asks, bash, QUESTIONS, askingTest as test, told } from './asking-stage.ts';

describe('reins answer at a terminal', () => {
  test('shows the whole command, takes a suggestion and an edit, and allows', async ({ stage, hub }) => {
    const ask = await asks({ stage, hub }, 'Bash', bash('npm run build && echo done'));
    const editor = join(stage.folder, 'editor.sh');
    writeFileSync(editor, '#!/bin/sh\necho "touch edited.txt" > "$1"\n', { mode: 0o755 });
    const terminal = await reinsInPane(stage, { ...hub.env, EDITOR: editor }, 'answer', ask.id.slice(0, 8));
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
    await told(stage);
    expect(existsSync(join(stage.project, 'edited.txt'))).toBe(true);
  });

  test('what is dangerous is not allowed by one key', async ({ stage, hub }) => {
    await asks({ stage, hub }, 'Bash', bash('rm -rf build'));
    const terminal = await reinsInPane(stage, hub.env, 'answer');
    await terminal.waitForScreen(/! Deletes folders and everything in them\.[\s\S]*a allow/);
    await terminal.type('a');
    await terminal.waitForScreen(/Press a again to allow it/);
    await terminal.press('Escape');
    await terminal.waitForScreen(/a allow/);
    await terminal.type('w');
    await terminal.waitForScreen(/What should Claude do instead/);
    await terminal.type('clean by hand');
    await terminal.press('Enter');
    await terminal.waitForScreen(/denied: run rm -rf build[\s\S]*exit code 0/);
    expect(await told(stage)).toMatchObject({ isError: true, text: 'clean by hand' });
  });

  test('what was typed before the request could be read answers nothing', async ({ stage, hub }) => {
    const ask = await asks({ stage, hub }, 'Bash', bash('touch a.txt'));
    const terminal = await reinsInPane(stage, hub.env, 'answer');
    await terminal.type('a');
    await terminal.press('Enter');
    await terminal.waitForScreen(/a allow +d deny/);
    await terminal.press('Escape');
    await terminal.waitForScreen(/Not answered\./);
    expect((await hub.client.interactions({ id: ask.id })).items).toMatchObject([{ state: 'open' }]);
  });

  test('questions, one after the other, one of them skipped', async ({ stage, hub }) => {
    await asks({ stage, hub }, 'AskUserQuestion', QUESTIONS);
    const terminal = await reinsInPane(stage, { ...hub.env, NO_COLOR: '1' }, 'answer');
    await terminal.waitForScreen(/question 1 of 2[\s\S]*> \( \) 1 Postgres\n +a server[\s\S]*Enter choose/);
    await terminal.press('Down', 'Enter');
    await terminal.waitForScreen(/question 2 of 2[\s\S]*> \[ \] 1 Auth/);
    await terminal.press('Right');
    await terminal.waitForScreen(/answered: question: Which db[\s\S]*exit code 0/);
    const { text } = await told(stage);
    expect(text).toContain('"Which db?"="SQLite"');
    expect(text).not.toContain('Which features');
  });

  test('answered elsewhere meanwhile: it says who was first, and ends', async ({ stage, hub }) => {
    const ask = await asks({ stage, hub }, 'Bash', bash('touch a.txt'));
    const terminal = await reinsInPane(stage, hub.env, 'answer');
    await terminal.waitForScreen(/a allow/);
    const { token } = await hub.client.tokens.add('phone', 'approver');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ decision: 'deny', message: 'not now' });
    await fetch(`${hub.url}/api/interactions/${ask.id}/answer`, { method: 'POST', headers, body });
    const screen = await terminal.waitForScreen(/exit code 1/);
    expect(screen).toContain('Already denied by phone: not now. Nothing was sent.');
    expect(screen).not.toContain('a allow');
  });

  test('several wait: one is picked; Esc leaves it as it is', async ({ stage, hub }) => {
    await asks({ stage, hub }, 'Bash', bash('touch a.txt'));
    await asks({ stage, hub }, 'ExitPlanMode', { plan: '1. do it' }, 'make a plan');
    const terminal = await reinsInPane(stage, hub.env, 'answer');
    await terminal.waitForScreen(/Waiting for you 2[\s\S]*> ◆ Claude wants to run a command[\s\S]*j\/k next/);
    await terminal.type('j');
    await terminal.waitForScreen(/> ◆ Claude has a plan[\s\S]*a approve/);
    await terminal.press('Escape');
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
