/** Requests of every kind, answered in `reins tui` in a real terminal with the real Claude Code. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { modeText } from '../../src/core/wording/suggestion-text.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { bash, lastToolResult, openInteraction, QUESTIONS } from '../cli/interaction-stage.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import { tuiInPane } from './tui-pane.ts';

/** Claude Code names the plan file in the reminders of plan mode. */
function planFileIn(text: string): string {
  return /\/\S+\/plans\/[\w.-]+\.md/.exec(text)?.[0] ?? '';
}

describe('reins tui answers', () => {
  test('permissions: edited, with a suggestion, with a reason, and not by mistake', async ({
    stage,
    hub,
  }) => {
    const { session_id: session } = await openInteraction({ stage, hub }, 'Bash', bash('npm run build'));
    const tui = await tuiInPane(stage, hub.env, { env: { NO_COLOR: '1' } });
    const screen = await tui.waitForScreen(/a allow +d deny +e edit/);
    expect(screen).toMatch(/Waiting for you 1\n\n> ◆ Claude wants to run a command.*\n {2}npm run build\n/);
    expect(screen).toContain('[ ] 1 also allow npm run');
    expect(await tui.painted()).not.toContain('\u001b[3');
    await tui.type('1');
    await tui.waitForScreen(/\[x\] 1 also allow npm run/);
    await tui.type('e');
    await tui.waitForScreen(/Command\n *> npm run build/);
    await tui.press('C-u');
    await tui.type('touch edited.txt');
    await tui.press('Enter');
    await tui.waitForScreen(/touch edited\.txt\n[\s\S]*edited by you[\s\S]*a allow with edits/);
    await tui.type('a');
    await tui.waitForScreen(/Nothing is waiting for you/);
    await lastToolResult(stage);
    expect(existsSync(join(stage.project, 'edited.txt'))).toBe(true);
    const settings = join(stage.project, '.claude/settings.local.json');
    await waitUntil(
      'the rule',
      () => existsSync(settings) && readFileSync(settings, 'utf8').includes('npm run'),
    );

    // The session lists the new rule.
    await tui.type('gs');
    await tui.waitForScreen(/\[all\]/);
    await tui.press('Enter');
    await tui.waitForScreen(/claude +All done\.[\s\S]*v details/);
    await tui.type('v');
    await tui.waitForScreen(
      /Permission rules\n +Allowed without asking\n +Bash\(npm run .*\) +for you in this project/,
    );
    await tui.press('Escape');
    await tui.waitForScreen(/claude +All done\./);
    await tui.type('gi');
    await tui.waitForScreen(/Nothing is waiting for you/);

    await tui.resize(200, 60);
    await openInteraction({ stage, hub, session }, 'Bash', bash('rm -rf build'), 'clean up');
    await tui.waitForScreen(/! Deletes folders and everything in them\.[\s\S]*a allow/);
    await tui.type('a');
    await tui.waitForScreen(/Press a again to allow it\. Deletes folders/);
    await tui.press('Escape');
    await tui.waitForScreen(/a allow +d deny/);
    await tui.type('w');
    await tui.waitForScreen(/What should Claude do instead\?/);
    await tui.type('clean by hand');
    await tui.press('Tab');
    await tui.waitForScreen(/\[x\] Also stop the turn/);
    await tui.press('Tab', 'Enter');
    await tui.waitForScreen(/Nothing is waiting for you/);
    expect(await lastToolResult(stage)).toMatchObject({ isError: true, text: 'clean by hand' });
  });

  test('questions in steps, a custom answer and a note; a reply instead', async ({ stage, hub }) => {
    const { session_id: session } = await openInteraction({ stage, hub }, 'AskUserQuestion', QUESTIONS);
    const tui = await tuiInPane(stage, hub.env, { columns: 200, rows: 60 });
    await tui.waitForScreen(/question 1 of 2[\s\S]*> \( \) 1 Postgres[\s\S]*Enter choose/);
    await tui.press('Down', 'Enter');
    await tui.waitForScreen(/question 2 of 2[\s\S]*> \[ \] 1 Auth/);
    await tui.type('1');
    await tui.waitForScreen(/\[x\] 1 Auth/);
    await tui.type('o');
    await tui.waitForScreen(/Your own answer/);
    await tui.type('Fax');
    await tui.press('Enter');
    await tui.waitForScreen(/\[x\] 3 Other: Fax/);
    await tui.type('n');
    await tui.waitForScreen(/Note for Claude/);
    await tui.type('soon');
    await tui.press('Enter');
    await tui.waitForScreen(/note: soon/);
    await tui.type('a');
    await tui.waitForScreen(/Nothing is waiting for you/);
    const { text } = await lastToolResult(stage);
    expect(text).toContain('"Which db?"="SQLite"');
    expect(text).toContain('"Which features?"="Auth, Fax"');

    await tui.resize(80, 24);
    await openInteraction({ stage, hub, session }, 'AskUserQuestion', QUESTIONS, 'ask again');
    await tui.waitForScreen(/1 of 2[\s\S]*r reply instead/);
    await tui.type('r');
    await tui.waitForScreen(/Your reply instead of answers/);
    await tui.type('you decide');
    await tui.press('Enter');
    await tui.waitForScreen(/Nothing is waiting for you/);
    await waitUntil('the reply', () =>
      stage.requests.some(({ hearing }) =>
        hearing.toolResults.some((one) => one.text.includes('you decide')),
      ),
    );
  });

  test('plans: rejected with a comment on a line, then approved with a mode; answered on another client', async ({
    stage,
    hub,
  }) => {
    const plan = '# The plan\n\n1. drop the table\n2. make it again';
    const write = call('Write', ({ allText }) => ({ file_path: planFileIn(allText), content: plan }));
    const exit = call('ExitPlanMode', {});
    stage.play(scene('make a plan', [write], [exit], [exit], [say('Now I start.')]));
    const body = { cwd: stage.project, driver: 'stream', permission_mode: 'plan', prompt: 'make a plan' };
    const { session_id } = await hub.ask('POST', '/sessions', body);
    const tui = await tuiInPane(stage, hub.env, { columns: 200, rows: 60 });
    await tui.waitForScreen(/Claude has a plan[\s\S]*1\. drop the table[\s\S]*a approve/);
    await tui.type('n');
    await tui.waitForScreen(/> # The plan/);
    await tui.press('Down', 'Down', 'Enter');
    await tui.waitForScreen(/Comment on this line/);
    await tui.type('keep a copy');
    await tui.press('Enter');
    await tui.waitForScreen(/↳ keep a copy/);
    await tui.type('d');
    await waitUntil('the feedback', () =>
      stage.requests.some(({ hearing }) =>
        hearing.toolResults.some(({ text }) => text.includes('> 1. drop the table\nkeep a copy')),
      ),
    );
    await tui.resize(80, 24);
    await tui.waitForScreen(/Mode after approval: previous mode[\s\S]*Tab mode/);
    await tui.press('Tab', 'Tab');
    await tui.waitForScreen(new RegExp(`Mode after approval: ${modeText('acceptEdits')}`));
    await tui.type('a');
    await tui.waitForScreen(/Nothing is waiting for you/);
    await hub.waitFor(session_id, 'the mode', ({ permission_mode }) => permission_mode === 'acceptEdits');

    const other = await openInteraction(
      { stage, hub, session: session_id },
      'Bash',
      bash('npm run it'),
      'answered on another client',
    );
    await tui.waitForScreen(/npm run it[\s\S]*a allow/);
    const written = await tui.record();
    await hub.ask('POST', `/interactions/${other.id}/answer`, { decision: 'deny' });
    const isShown = /✓ Claude wants to run a command[\s\S]*Denied by operator/;
    await waitUntil('the answer to be shown', () => isShown.test(written()), { explain: written });
    await tui.waitForScreen(/Nothing is waiting for you/);
  });

  test('the form of an MCP server, filled in field by field, in the session it belongs to', async ({
    stage,
    hub,
  }) => {
    stage.play(scene('fill it', [call('mcp__forms__fill', {})], [say('Thanks.')]));
    const forms = {
      command: process.execPath,
      args: [join(import.meta.dirname, '../interactions/form-server.mjs')],
    };
    const { session_id } = await hub.ask('POST', '/sessions', {
      ...{ cwd: stage.project, driver: 'stream', permission_mode: 'manual', prompt: 'fill it' },
      ...{ mcp_config: { mcpServers: { forms } }, allowed_tools: ['mcp__forms__fill'] },
    });
    const tui = await tuiInPane(stage, hub.env, { args: ['tui', session_id] });
    await tui.waitForScreen(/forms asks for input[\s\S]*Who are you\?[\s\S]*> Your name[\s\S]*a send/);
    await tui.type('a');
    await tui.waitForScreen(/! name: is required/);
    // So low that the card has only a few lines: the focused field stays visible.
    await tui.resize(100, 12);
    await tui.press('Enter');
    await tui.waitForScreen(/Enter done/);
    await tui.type('Ann');
    await tui.press('Enter');
    await tui.waitForScreen(/> colour/);
    await tui.press('Right', 'Right');
    await tui.waitForScreen(/> colour.*green/);
    await tui.press('Down', 'Space');
    await tui.waitForScreen(/> All right.*\[x\] yes/);
    // A fully visible form is sent at the first press.
    await tui.resize(80, 24);
    await tui.waitForScreen(/Who are you\?[\s\S]*> All right.*\[x\] yes/);
    await tui.type('a');
    await tui.waitForScreen(/claude +Thanks\./);
    const { text } = await lastToolResult(stage);
    expect(JSON.parse(text)).toEqual({
      action: 'accept',
      content: { name: 'Ann', colour: 'green', agreed: true },
    });
  });
});
