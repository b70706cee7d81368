/** Operations on a terminal while Claude works. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Gate } from '../../../stage/gate.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { hold, say, scene } from '../../../stage/screenplay.ts';
import { stageTest } from '../../stage-test.ts';
import { openTmuxStage, text, waitForScreen } from './tmux-stage.ts';

stageTest(
  'in the middle of a turn: model, mode and name change; a command waits; a shell escape never runs',
  async ({ stage }) => {
    const gate = new Gate();
    stage.play(
      scene('tell', [say('Once upon a time'), hold(gate), say(' the end.')]),
      scene(/touch/, [say('Not in a shell.')]),
      scene(/nosuch/, [say('Next done.')]),
    );
    using tmux = openTmuxStage(stage);
    const run = await tmux.start();
    await run.deliver(text('tell'));
    await waitForScreen(run, /Once upon/);
    await run.setPermissionMode('acceptEdits');
    expect((await run.screen()).text).toMatch(/accept edits on/);
    await run.setModel('haiku');
    await run.rename('A busy name');
    await waitForScreen(run, /A busy name ─/);
    // Text that looks like a command waits for the end of the turn.
    await expect(run.deliver(text('/nosuchcommand and words'))).rejects.toMatchObject({
      details: { blocked_by: 'turn' },
    });
    await run.deliver(text('!touch shell-ran.txt'));
    gate.open();
    await waitForScreen(run, /the end\./);
    await waitForScreen(run, /Not in a shell\./);
    expect(existsSync(join(stage.project, 'shell-ran.txt'))).toBe(false);
    await waitUntil('rest', () =>
      run.deliver(text('/nosuchcommand and words')).then(
        () => true,
        () => false,
      ),
    );
    await waitForScreen(run, /Next done\./);
    const last = stage.requests.at(-1);
    expect(last?.hearing.said.at(-1)).toBe(' /nosuchcommand and words');
    expect(last?.body.model).toMatch(/haiku/);
  },
);
