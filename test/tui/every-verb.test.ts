/** Every action of `reins tui` on a session, on the smallest screen without colour and on a large one with it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { modeText } from '../../src/core/wording/suggestion-text.ts';
import { holdCommand } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import { isEnqueued } from '../claude-queue.ts';
import { interactionTest as test } from '../cli/interaction-stage.ts';
import { hasTurn, idleTerminal, isIdle } from '../drivers/driven-hub.ts';
import { isLong } from '../repetitions.ts';
import { type PaneOptions, tuiInPane } from './tui-pane.ts';

/** The first screen is tested in every run, the other one in the long run only. */
const SCREENS: readonly (readonly [string, PaneOptions])[] = [
  ['80x24 without colour', { columns: 80, rows: 24, env: { NO_COLOR: '1' } }],
  ['200x60 with colour', { columns: 200, rows: 60 }],
];

describe('reins tui, every verb', () => {
  for (const [at, [name, screen]] of SCREENS.entries()) {
    test.runIf(at === 0 || isLong)(
      `start, model, mode, rename, complete, steer, now, fork, end, resume, take over, search at ${name}`,
      async ({ stage, hub }) => {
        const tool = holdCommand(stage.project);
        stage.play(
          scene('begin well', [say('A fine beginning.')]),
          scene(
            'work slowly',
            [call('Bash', { command: `node -e 0 && ${tool.command}`, description: 'wait' })],
            [say('Seen it.')],
          ),
          scene('take long', [say('Beginning now. '), hold()]),
          scene('stop that', [say('Stopped, as you said.')]),
          scene('once more', [say('The fork answers.')]),
          scene('by hand', [say('In your terminal.')]),
          scene('from here', [say('Under the hub.')]),
          scene('elsewhere', [say('In another terminal.')]),
        );
        mkdirSync(join(stage.project, 'docs'));
        writeFileSync(join(stage.project, 'docs/notes.md'), 'to be read\n');
        const mine = await stage.terminal();
        await mine.prompt('by hand');
        await mine.waitForScreen(/In your terminal\./);
        await mine.type('a draft');
        const tui = await tuiInPane(stage, hub.env, screen);
        const write = async (text: string, ...keys: string[]) => {
          await tui.type(text);
          await tui.press(...keys, 'Enter');
        };

        await tui.waitForScreen(/Nothing is waiting for you/);
        await tui.type('gn');
        await tui.waitForScreen(/What should Claude do\?/);
        await write('begin well', 'Tab', 'Tab', 'Right', 'C-o', 'Tab', 'Right');
        await tui.waitForScreen(
          /claude +A fine beginning\.[\s\S]*○ idle|○ idle[\s\S]*claude +A fine beginning\./,
        );
        const id = await newest();
        const painted = await tui.painted();
        // biome-ignore lint/suspicious/noControlCharactersInRegex: matching a colour is the purpose
        expect(/\u001b\[3\dm/.test(painted)).toBe(screen.env === undefined);

        await tui.type('mo');
        await tui.waitForScreen(/─ Model ─+\n.*> 1\. opus\n.*2\. fable\n.*3\. sonnet\n.*4\. haiku/);
        await tui.type('4');
        await tui.waitForScreen(/Model: haiku/);
        await hub.waitFor(id, 'the model', ({ model = '' }) => model.includes('haiku'));
        await tui.waitForScreen(new RegExp(`project · haiku.* · ${modeText('default')}`));
        await tui.type('mm');
        await tui.waitForScreen(new RegExp(`─ Mode ─+\\n.*> 1\\. ${modeText('default')}`));
        await tui.press('Down', 'Enter');
        await tui.waitForScreen(new RegExp(`project · haiku.* · ${modeText('acceptEdits')}`));

        await tui.type('mn');
        await tui.waitForScreen(/─ Name ─+\n.*> begin well/);
        await tui.press('C-u');
        await write('A beginning');
        await tui.waitForScreen(/A beginning[\s\S]*Renamed to A beginning/);

        await tui.type('c');
        await tui.waitForScreen(/Enter send/);
        await tui.type('/compa');
        await tui.waitForScreen(/> \/compact[\s\S]*> \/compa\n[\s\S]*Tab complete/);
        await tui.press('Escape', 'C-u');
        await tui.waitForScreen(/\n.*>\n[\s\S]*Enter send/);
        await tui.type('read @notes');
        await tui.waitForScreen(/> docs\/notes\.md/);
        await tui.press('Tab');
        await tui.waitForScreen(/> read @docs\/notes\.md\n/);
        await tui.press('C-u');
        await write('work slowly');
        const interaction = await waitUntil(
          'the question',
          async () => (await hub.client.interactions({ state: 'open' })).items[0],
        );
        await tui.press('Escape');
        await tui.waitForScreen(/a allow/);
        await tui.type('a');
        await tui.waitForScreen(/^(?![\s\S]*Sending)[\s\S]*● working[\s\S]*● Run node.*running/);
        await tui.type('c');
        await tui.waitForScreen(/Enter queue/);
        await tui.type('look left');
        await tui.press('Tab');
        await tui.waitForScreen(/Steer now/);
        await tui.press('Enter');
        await isEnqueued(stage, id, 'look left');
        tool.release();
        await tui.waitForScreen(/claude +Seen it\./);
        expect(interaction.session_id).toBe(id);
        expect(stage.requests.at(-1)?.hearing.allText).toContain('look left');
        await tui.waitForScreen(/you +look left\n.*\(steering\)/);
        await hub.waitFor(id, 'the end of the turn', isIdle);
        await tui.waitForScreen(/○ idle/);

        await write('take long');
        await tui.waitForScreen(/claude +Beginning now\.[\s\S]*Enter queue/);
        await tui.type('stop that');
        await tui.press('Tab', 'Tab');
        await tui.waitForScreen(/Interrupt and send/);
        await tui.press('Enter');
        await tui.waitForScreen(/interrupted[\s\S]*claude +Stopped, as you said\./);
        await hub.waitFor(id, 'the prompt that stopped the other', hasTurn('stop that', 'completed'));
        await tui.press('Escape');

        await tui.waitForScreen(/○ idle[\s\S]*m menu/);
        await tui.type('mf');
        await tui.waitForScreen(/Forked/);
        const fork = await waitUntil('the fork', async () => {
          const last = await newest();
          return last !== id && last;
        });
        await tui.waitForScreen(/c write/);
        await tui.type('c');
        await tui.waitForScreen(/Enter send/);
        await write('once more');
        await tui.waitForScreen(/claude +The fork answers\./);
        await hub.waitFor(fork, 'the end of the turn', hasTurn('once more', 'completed'));
        await tui.press('Escape');
        await tui.waitForScreen(/○ idle[\s\S]*m menu/);
        await tui.type('m');
        await tui.waitForScreen(/End this session/);
        await tui.press('Up', 'Enter');
        await tui.waitForScreen(/End this session\?[\s\S]*1\. No, keep it running/);
        await tui.type('2');
        await tui.waitForScreen(/This session has ended\. Press r to resume it\.[\s\S]*r resume/);
        await tui.type('r');
        await tui.waitForScreen(/○ idle[\s\S]*Press c to write to Claude/);

        await tui.type('gs');
        await tui.waitForScreen(/\[all\][\s\S]* idle {3}<\$0\.01 {5}now\n[\s\S]* idle {12,}(now|\d min)\n/);
        await tui.type('/by hand');
        await tui.waitForScreen(/> ○ by hand/);
        await tui.press('Enter', 'Enter');
        await tui.waitForScreen(/claude +In your terminal\.[\s\S]*m menu/);
        await tui.type('m');
        await tui.waitForScreen(/─ This session ─[\s\S]*Take over from the terminal \(t\)/);
        await tui.type('t');
        await tui.waitForScreen(
          /─ Take over anyway\? ─[\s\S]*! This would be lost: a draft in the input box[\s\S]*> 1\. No, leave it in its terminal/,
        );
        await tui.type('2');
        // This note leaves by itself.
        await tui.waitForScreen(/Taken over/);
        await mine.waitForExit();
        await tui.waitForScreen(/○ idle[\s\S]*Press c to write to Claude/);
        await tui.type('c');
        await tui.waitForScreen(/Enter send/);
        await write('from here');
        await tui.waitForScreen(/claude +Under the hub\./);
        await tui.press('Escape');
        await tui.waitForScreen(/c write /);

        const other = await stage.terminal();
        await other.prompt('elsewhere');
        await other.waitForScreen(/In another terminal\./);
        await idleTerminal(hub, 'elsewhere');
        await tui.type('gs');
        await tui.waitForScreen(/\[all\]/);
        await tui.type('/elsewhere');
        await tui.waitForScreen(/> ○ elsewhere/);
        await tui.press('Enter', 'Enter');
        await tui.waitForScreen(/claude +In another terminal\.[\s\S]*m menu/);
        await tui.type('m');
        await tui.waitForScreen(/End this session/);
        await tui.press('Up', 'Enter');
        await tui.waitForScreen(
          /! You started this session outside of Reins\.[\s\S]*> 1\. No, keep it running/,
        );
        await tui.type('2');
        await other.waitForExit();
        await tui.waitForScreen(/This session has ended\. Press r to resume it\./);

        await waitUntil(
          'the text to be found',
          async () => (await hub.client.search('"fine beginning"')).items.length > 0,
        );
        await tui.type('gf');
        await tui.waitForScreen(/ Search/);
        await tui.type('"fine beginning"');
        await tui.waitForScreen(/> project · /);
        await tui.press('Enter');
        await tui.waitForScreen(/up to the search result[\s\S]*A fine beginning/);
        await tui.press('C-c', 'C-c');
        await tui.waitForScreen(/^before\nexit code 0/);

        async function newest(): Promise<string> {
          return (await hub.client.list()).items[0]?.session_id ?? '';
        }
      },
    );
  }
});
