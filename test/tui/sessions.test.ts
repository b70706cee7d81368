/** Sessions in `reins tui` in a real terminal: prompts, steering, queue, interrupt, search and start. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { modeText } from '../../src/core/wording/suggestion-text.ts';
import { holdCommand } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, finish, hold, say, scene } from '../../stage/screenplay.ts';
import { limitHeaders, SUBSCRIBED } from '../../stage/subscription.ts';
import { hasTurn, isIdle } from '../drivers/driven-hub.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import { tuiInPane } from './tui-pane.ts';

const NASTY = 'before \u001b[2J\u001b]0;owned\u0007\u009b31mafter 日本語 👩‍💻 end';

const SUBAGENT = { description: 'Count', prompt: 'count them', subagent_type: 'general-purpose' };

describe('reins tui and sessions', () => {
  test('a new session, the list, a long conversation, search and the keys, at 200x60 and smaller', async ({
    stage,
    hub,
  }) => {
    stage.play(
      scene('say hello', [say('Hello from the new one.')]),
      scene(
        'list it',
        [call('Bash', { command: 'seq 1 90', description: 'count' })],
        [call('Agent', { ...SUBAGENT, run_in_background: false })],
        [say('Listed.')],
      ),
      scene('count them', [call('Bash', { command: 'seq 1 3', description: 'count' })], [say('Three.')]),
    );
    const tui = await tuiInPane(stage, hub.env, { columns: 200, rows: 60, args: [] });
    await tui.waitForScreen(/No sessions yet[\s\S]*reins install/);
    await tui.type('gn');
    await tui.waitForScreen(/New session[\s\S]*What should Claude do\?/);
    await tui.type('say hello');
    await tui.press(
      'Tab',
      'Down',
      'Down',
      'Down',
      'Down',
      'Tab',
      'Right',
      'Right',
      'C-o',
      'Tab',
      'Right',
      'Tab',
    );
    await tui.type('The new one');
    await tui.press('Tab', 'Tab');
    await tui.type('9');
    await tui.waitForScreen(
      /Model: haiku\n.*Accept edits[\s\S]*─ More options ─[\s\S]*in the background\n.*Name: The new one[\s\S]*turns: 9/,
    );
    await tui.press('Enter');
    await tui.waitForScreen(/claude +Hello from the new one\./);
    expect(await tui.painted()).toContain('\u001b[1m');
    const [{ session_id: id } = { session_id: '' }] = (await hub.client.list()).items;
    // Text that is being written is shown before its turn is in the log.
    const session = await hub.waitFor(id, 'the end of the turn', hasTurn('say hello', 'completed'));
    expect(session).toMatchObject({
      ...{ cwd: stage.project, permission_mode: 'acceptEdits', title: 'The new one', driver: 'stream' },
      model: expect.stringContaining('haiku'),
    });
    expect(readFileSync(`/proc/${session.pid}/cmdline`, 'utf8').split('\0')).toContain('--max-turns=9');

    await tui.waitForScreen(/Press c to write to Claude/);
    await tui.type('clist it');
    await tui.press('Enter');
    await tui.waitForScreen(/claude +Listed\.[\s\S]*done/);
    await tui.press('Escape');
    await tui.waitForScreen(/c write +j\/k move/);
    await tui.waitForScreen(/▸ general-purpose {2}Three\. .* 1 tool\n/);
    await tui.type('kkk');
    await tui.waitForScreen(/> {3}▸ general-purpose/);
    await tui.press('Enter');
    await tui.waitForScreen(/> {3}▾ general-purpose[\s\S]* {6}▸ Run seq 1 3[\s\S]* {6}subagent {2}Three\./);
    await tui.press('Enter');
    await tui.waitForScreen(/> {3}▸ general-purpose/);
    await tui.type('kk');
    await tui.waitForScreen(/> ▸ Run seq 1 90/);
    await tui.press('Enter');
    await tui.waitForScreen(/▾ Run seq 1 90[\s\S]*more lines, Enter shows all/);
    await tui.resize(80, 24);
    await tui.waitForScreen(/Reins[\s\S]*j\/k move/);
    await tui.press('Enter', 'PPage');
    await tui.waitForScreen(/\d+%\. G jumps to latest/);
    await tui.type('G');
    await tui.waitForScreen(/claude +Listed\./);
    // The wheel scrolls as well.
    await tui.type('\u001b[<64;10;10M');
    await tui.waitForScreen(/\d+%\. G jumps to latest/);
    await tui.type('G');
    await tui.waitForScreen(/claude +Listed\./);

    await tui.type('gs');
    await tui.waitForScreen(/\[all\][\s\S]*> ○ The new one/);
    // A click opens a session.
    const row = (await tui.screen()).split('\n').findIndex((line) => line.includes('○ The new one'));
    await tui.type(`\u001b[<0;10;${row + 1}M\u001b[<0;10;${row + 1}m`);
    await tui.waitForScreen(/claude +Listed\./);
    await tui.type('gs');
    await tui.waitForScreen(/\[all\][\s\S]*> ○ The new one/);
    await tui.type('/nothing');
    await tui.waitForScreen(/No matching sessions/);
    await tui.press('Escape');
    await tui.waitForScreen(/> ○ The new one/);
    await waitUntil(
      'the text to be found',
      async () => (await hub.client.search('hello from')).items.length > 0,
    );
    await tui.type('gf');
    await tui.waitForScreen(/ Search\n/);
    await tui.type('hello from');
    await tui.waitForScreen(/> project · The new one/);
    await tui.press('Enter');
    await tui.waitForScreen(/up to the search result[\s\S]*Hello from the new one/);
    await tui.type('o');
    await tui.waitForScreen(/claude +Listed\.[\s\S]*c write/);
    // A draft survives the end of the UI, and Ctrl-C asks first.
    await tui.type('c');
    await tui.waitForScreen(/Enter send/);
    await tui.type('half a thought');
    await tui.press('Escape');
    await tui.waitForScreen(/half a thought[\s\S]*c write/);
    await tui.type('?');
    await tui.waitForScreen(/Everywhere[\s\S]*Waiting for you/);
    await tui.press('C-c');
    await tui.waitForScreen(/Press Ctrl-C again to quit/);
    await tui.press('C-c');
    await tui.waitForScreen(/^before\nexit code 0/);
    const again = await tuiInPane(stage, hub.env, { columns: 100, rows: 30 });
    await again.waitForScreen(/Nothing is waiting for you/);
    await again.type('gs');
    await again.waitForScreen(/> ○ The new one/);
    await again.press('Enter');
    await again.waitForScreen(/half a thought/);
  });

  test('prompts, history, queue, interrupt, details, mode, and harmless hostile output', async ({
    stage,
    hub,
  }) => {
    const notebook = join(stage.project, 'numbers.ipynb');
    const cell = { cell_type: 'markdown', id: 'one', metadata: {}, source: 'One' };
    writeFileSync(notebook, JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    const held = holdCommand(stage.project);
    stage.play(
      scene(
        'run it aside',
        [call('Read', { file_path: notebook })],
        [call('NotebookEdit', { notebook_path: notebook, cell_id: 'one', new_source: 'Two\nlines' })],
        [call('Bash', { command: held.command, description: 'Watch the tests', run_in_background: true })],
        [say('Under way.'), finish({ headers: limitHeaders(0.95, 0.4, Date.now() + 7_200_000) })],
      ),
      scene(/<task-notification>/, [say('The tests have ended.')]),
      scene(/first line\s+second line/, [say('Two lines, I see.')]),
      scene('be nasty', [say(NASTY)]),
      scene('take long', [say('Beginning now. '), hold()]),
      scene('after that, changed', [say('Changed and done.')]),
    );
    const body = {
      ...{ cwd: stage.project, driver: 'stream', permission_mode: 'manual', env: SUBSCRIBED },
      allowed_tools: ['NotebookEdit'],
    };
    const { session_id: id } = await hub.ask('POST', '/sessions', body);
    const tui = await tuiInPane(stage, hub.env, { args: ['tui', id] });
    await tui.waitForScreen(/Press c to write to Claude[\s\S]*c write/);
    await tui.type('c');
    await tui.waitForScreen(/Enter send/);
    await tui.type('first line');
    await tui.press('M-Enter');
    await tui.type('second line');
    await tui.waitForScreen(/> first line\n +second line/);
    await tui.press('Enter');
    await tui.waitForScreen(/you +first line\n +second line\n[\s\S]*claude +Two lines, I see\./);
    await hub.waitFor(id, 'the end of the turn', isIdle);
    await tui.waitForScreen(/○ idle/);

    await tui.press('Up');
    await tui.waitForScreen(/> first line\n +second line\n/);
    await tui.press('C-u', 'BSpace', 'C-u');
    await tui.type('be nasty');
    await tui.press('Enter');
    const screen = await tui.waitForScreen(/claude +before after 日本語 👩‍💻 end/);
    expect(screen).toMatch(/Reins +● \d running/);
    await hub.waitFor(id, 'the end of the turn', isIdle);

    await tui.waitForScreen(/○ idle/);
    await tui.type('take long');
    await tui.press('Enter');
    await tui.waitForScreen(/claude +Beginning now\.[\s\S]*Enter queue/);
    await tui.type('after that');
    await tui.press('Tab');
    await tui.waitForScreen(/Steer now/);
    await tui.press('Tab');
    await tui.waitForScreen(/Interrupt and send/);
    await tui.press('Tab');
    await tui.waitForScreen(/─ Queue ─/);
    await tui.press('Enter');
    await tui.waitForScreen(/queued {2}after that/);
    await tui.type('not this one');
    await tui.press('Enter');
    await tui.waitForScreen(/queued {2}not this one/);
    await tui.press('Escape');
    await tui.waitForScreen(/u queue/);
    await tui.type('u');
    await tui.waitForScreen(/> queued {2}after that/);
    await tui.type('e');
    await tui.waitForScreen(/Queued prompt/);
    await tui.type(', changed');
    await tui.press('Enter');
    await tui.waitForScreen(/> queued {2}after that, changed/);
    await tui.type('jd');
    await tui.waitForScreen(/queued {2}after that, changed\n(?![\s\S]*not this one)/);
    await tui.press('Escape');
    await tui.waitForScreen(/x interrupt/);
    await tui.type('x');
    await tui.waitForScreen(/interrupted[\s\S]*claude +Changed and done\./);
    await hub.waitFor(id, 'the queued prompt', hasTurn('after that, changed', 'completed'));

    await hub.send(id, 'run it aside');
    await hub.waitFor(id, 'the task', hasTurn('run it aside', 'completed'));
    await tui.waitForScreen(
      /1 background task · project[\s\S]*\n 5-hour limit: 95% used, almost reached, resets in[\s\S]*v details/,
    );
    await tui.type('v');
    await tui.waitForScreen(
      new RegExp(
        [
          /Background tasks 1\n +Watch the tests +command, running · (?:now|\d+ min)/,
          /Limits\n +5-hour limit +95% used, almost reached, resets in .*\n +Weekly limit +40% used, resets in/,
          /Files changed 1\n +numbers\.ipynb +\+2 −1/,
          /Permission rules\n +Allowed without asking\n +NotebookEdit +given at start/,
        ]
          .map(({ source }) => source)
          .join('[\\s\\S]*'),
      ),
    );
    held.release();
    await tui.waitForScreen(/^(?![\s\S]*ackground task)[\s\S]*Files changed 1/);
    await tui.press('Escape');
    await tui.waitForScreen(/claude +The tests have ended\./);
    await hub.waitFor(id, 'the end of the turn', isIdle);

    await tui.waitForScreen(/○ idle/);
    await tui.type('m');
    await tui.waitForScreen(new RegExp(`Mode: ${modeText('default')}`));
    await tui.type('m');
    await tui.waitForScreen(new RegExp(`1\\. ${modeText('default')}`));
    await tui.type('3');
    await tui.waitForScreen(new RegExp(`project .*${modeText('plan')}`));
    await hub.waitFor(id, 'the mode', ({ permission_mode }) => permission_mode === 'plan');
  });
});
