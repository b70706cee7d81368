/** `reins tui` and its terminal: attaching to the session's terminal and back, restoring it, and a hub that is killed. */
import { describe, expect } from 'vitest';
import { processes } from '../../src/lib/processes.ts';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { stageProcesses } from '../../stage/stage-folder.ts';
import { bash, openInteraction } from '../cli/interaction-stage.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import { tuiInPane } from './tui-pane.ts';

describe('reins tui and its terminal', () => {
  test('a crash restores the terminal and prints the error; Ctrl-Z suspends and fg resumes', async ({
    stage,
    hub,
  }) => {
    const fault = "process.on('SIGUSR2',()=>{throw%20new%20Error('broken%20on%20purpose')})";
    const NODE_OPTIONS = `--import=data:text/javascript,${fault}`;
    const alone = await tuiInPane(stage, hub.env, { env: { NODE_OPTIONS } });
    await alone.waitForScreen(/No sessions yet/);
    // No shell could resume it, so it continues.
    await alone.press('C-z');
    await alone.type('gn');
    await alone.waitForScreen(/^ Reins[\s\S]*What should Claude do\?/);
    const [pid] = pidsOf(stage.folder, 'dist/reins.js tui');
    process.kill(pid as number, 'SIGUSR2');
    await alone.waitForScreen(/^before\n[\s\S]*broken on purpose\n[\s\S]*exit code 1/);
    expect(await alone.setting()).toBe('ordinary');

    const tui = await tuiInPane(stage, hub.env, { columns: 200, rows: 60, canStop: true });
    await tui.waitForScreen(/No sessions yet/);
    expect(await tui.setting()).toBe('other screen, no cursor, no wrapping, mouse, icanon, echo, isig');
    await tui.press('C-z');
    await tui.waitForScreen(/^before\n/);
    await waitUntil('the terminal as it was', async () => (await tui.setting()) === 'ordinary');
    await tui.type('in between');
    await tui.press('Enter');
    await tui.waitForScreen(/^ Reins[\s\S]*No sessions yet/);
    await tui.type('q');
    await tui.waitForScreen(/^before\n[\s\S]*read in between\n[\s\S]*exit code 0/);
    expect(await tui.setting()).toBe('ordinary');
  });

  test('on a dumb terminal it names an alternative', async ({ stage, hub }) => {
    const tui = await tuiInPane(stage, hub.env, { env: { TERM: 'dumb' } });
    await tui.waitForScreen(/TERM=dumb means[\s\S]*"reins inbox"[\s\S]*exit code 2/);
    const piped = await hub.run('tui');
    expect(piped.code).toBe(2);
    expect(piped.stderr).toContain('this is not a terminal');
  });

  test('the session terminal and back; a killed hub; SIGTERM restores the terminal', async ({
    stage,
    hub,
  }) => {
    stage.play(scene('hello', [say('Good morning.')]));
    const body = { cwd: stage.project, driver: 'tmux', permission_mode: 'manual' };
    const { session_id: id } = await hub.ask('POST', '/sessions', body);
    const tui = await tuiInPane(stage, hub.env, { columns: 100, rows: 30, args: ['tui', id] });
    await tui.waitForScreen(/t terminal/);
    await tui.type('t');
    await tui.waitForScreen(/Detach with ctrl\+\\/);
    await tui.press('C-\\');
    await tui.waitForScreen(/Reins +● \d running[\s\S]*t terminal/);
    await tui.type('c');
    await tui.waitForScreen(/Enter send/);
    await tui.type('hello');
    await tui.press('Enter');
    await tui.waitForScreen(/claude +Good morning\./);

    await hub.kill();
    await tui.waitForScreen(/! Reconnecting, showing data from \d\d:\d\d/);
    await hub.restart();
    await waitUntil('it to be live again', async () => !/Reconnecting/.test(await tui.screen()), {
      explain: tui.screen,
    });
    const interaction = await openInteraction({ stage, hub }, 'Bash', bash('touch a.txt'));
    await tui.waitForScreen(/◆ 1 waiting/);
    await tui.press('Escape');
    await tui.type('gi');
    await tui.waitForScreen(/touch a\.txt[\s\S]*a allow/);
    await tui.type('x');
    await waitUntil('the answer', async () => {
      const { items } = await hub.client.interactions({ id: interaction.id });
      return items[0]?.state === 'answered' && items[0].answer;
    });

    const [pid] = pidsOf(stage.folder, 'dist/reins.js tui');
    process.kill(pid as number, 'SIGTERM');
    await tui.waitForScreen(/^before\n[\s\S]*exit code 0/);
    expect(await tui.setting()).toBe('ordinary');
  });
});

/** The stage's processes that run this command. */
function pidsOf(folder: string, words: string): number[] {
  return stageProcesses(folder).filter((pid) => {
    const line = processes.commandLine(pid).join(' ');
    return line.includes(words) && !line.includes('/bin/sh');
  });
}
