/** Dialogs that no hook tells of: found by Claude Code's own list of live sessions, answered by keys where there are any. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { answer, becomes, hubTest, told, waiting } from './answering-stage.ts';

const TOUCH = { command: 'touch made.txt', description: 'Make a file' };
const made = (stage: Stage) => existsSync(join(stage.project, 'made.txt'));
const all = async (hub: DrivenHub): Promise<Interaction[]> => (await hub.ask('GET', '/interactions')).items;

describe('without any hooks', () => {
  hubTest(
    'a permission; the one of two calls on the screen; after the hub was away',
    async ({ stage, hub }) => {
      const touch = (name: string) => ({ command: `touch ${name}.txt`, description: name });
      const has = (name: string) => existsSync(join(stage.project, `${name}.txt`));
      stage.play(
        scene('make it', [call('Bash', TOUCH)], [say('Made it.')]),
        scene('make both', [call('Bash', touch('one')), call('Bash', touch('two'))], [say('Made both.')]),
        scene('make another', [call('Bash', touch('other'))], [say('Made another.')]),
      );
      const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
      await terminal.prompt('make it');
      const ask = await waiting(hub);
      expect(ask).toMatchObject({
        ...{ kind: 'permission', tool_name: 'Bash', input: TOUCH, routes: ['keys'], without_hook: true },
      });
      const { status, body } = await answer(hub, ask, { decision: 'allow' });
      expect(status, JSON.stringify(body)).toBe(200);
      await terminal.waitForScreen(/Made it\./);
      expect(made(stage)).toBe(true);
      await becomes(hub, ask, 'proof', (now) => now.answer?.applied === 'confirmed');
      expect(await all(hub)).toHaveLength(1);

      await terminal.prompt('make both');
      const next = ({ id }: Interaction) =>
        waitUntil('the next ask', async () => {
          const now = await waiting(hub);
          return now.id !== id && now;
        });
      const first = await next(ask);
      expect(first.input).toEqual(touch('one'));
      expect((await answer(hub, first, { decision: 'allow' })).status).toBe(200);
      const second = await next(first);
      expect(second.input).toEqual(touch('two'));
      const denied = await answer(hub, second, { decision: 'deny', message: 'not this one' });
      expect(denied.status).toBe(200);
      await terminal.waitForScreen(/Made both\./);
      expect([has('one'), has('two')]).toEqual([true, false]);
      await becomes(hub, second, 'proof', (now) => now.answer?.applied === 'confirmed');

      // The hub comes long after the dialog.
      await hub.kill('SIGKILL');
      await terminal.prompt('make another');
      await terminal.waitForScreen(/Do you want to proceed/);
      await hub.restart();
      const late = await next(second);
      expect(late).toMatchObject({ tool_name: 'Bash', input: touch('other'), routes: ['keys'] });
      expect((await answer(hub, late, { decision: 'allow' })).status).toBe(200);
      await terminal.waitForScreen(/Made another\./);
      expect(has('other')).toBe(true);
    },
  );

  hubTest('a plan, rejected with words', async ({ stage, hub }) => {
    const write = call('Write', ({ allText }) => ({
      file_path: /(\/\S+\/plans\/\S+?\.md)/.exec(allText)?.[1] ?? '',
      content: '# The plan\n\n1. do it\n',
    }));
    stage.play(scene('plan it', [write], [call('ExitPlanMode', {})], [say('All done.')]));
    const terminal = await stage.terminal({ args: ['--permission-mode', 'plan'] });
    await terminal.prompt('plan it');
    const ask = await waiting(hub);
    expect(ask).toMatchObject({
      kind: 'plan',
      routes: ['keys'],
      input: { plan: '# The plan\n\n1. do it\n' },
    });
    const { status, body } = await answer(hub, ask, { decision: 'reject', feedback: 'shorter, please' });
    expect(status, JSON.stringify(body)).toBe(200);
    await terminal.waitForScreen(/All done/);
    expect(told(stage)).toMatchObject({ isError: true, text: expect.stringContaining('shorter, please') });
  });

  hubTest('where nobody can type: shown, and closed by the terminal', async ({ stage, hub }) => {
    stage.play(scene('make it', [call('Bash', TOUCH)], [say('All done.')]));
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'], isPlain: true });
    await terminal.prompt('make it');
    const ask = await waitUntil('the interaction', async () => (await all(hub))[0]);
    expect(ask).toMatchObject({ state: 'open', tool_name: 'Bash', input: TOUCH, routes: [] });
    expect((await answer(hub, ask, { decision: 'allow' })).body.error.code).toBe('no_route');
    await terminal.answerDialog(/Do you want to proceed/, '1');
    expect(await becomes(hub, ask, 'the end', ({ state }) => state === 'answered')).toMatchObject({
      answer: { by: { type: 'terminal' } },
    });
  });
});

describe('with hooks', () => {
  hubTest(
    'the hub starts after the dialog has opened: the hook comes, and it is one ask',
    async ({ stage, hub }) => {
      expect((await hub.run('install')).code).toBe(0);
      stage.play(scene('make it', [call('Bash', TOUCH)], [say('All done.')]));
      await hub.kill('SIGKILL');
      const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
      await terminal.prompt('make it');
      await terminal.waitForScreen(/Do you want to proceed/);
      await hub.restart();
      const ask = await waiting(hub);
      await becomes(hub, ask, 'the hook', ({ routes }) => routes.includes('hook'));
      expect((await answer(hub, ask, { decision: 'allow' })).body).toMatchObject({
        answer: { route: 'hook' },
      });
      await terminal.waitForScreen(/All done/);
      expect(await all(hub)).toHaveLength(1);
    },
  );

  hubTest('auto mode asks without a hook, and its answer goes by keys', async ({ stage, hub }) => {
    expect((await hub.run('install')).code).toBe(0);
    const input = { command: 'npm run build -- --watch', description: 'Build it' };
    stage.play(scene('build it', [call('Bash', input)], [say('All done.')]));
    const terminal = await stage.terminal({ args: ['--permission-mode', 'auto'] });
    await terminal.prompt('build it');
    // The stage has no safety check, so auto mode says that it cannot check, and then asks itself.
    await terminal.answerDialog(/Enter to stay in auto mode/, 'Enter');
    const ask = await waiting(hub);
    expect(ask).toMatchObject({ tool_name: 'Bash', input, routes: ['keys'], without_hook: true });
    expect((await answer(hub, ask, { decision: 'deny', message: 'no builds now' })).status).toBe(200);
    await terminal.waitForScreen(/All done/);
    expect(told(stage)).toMatchObject({ isError: true, text: expect.stringContaining('no builds now') });
  });
});
