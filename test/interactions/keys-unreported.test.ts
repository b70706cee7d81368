/** Dialogs that no hook reports: found through Claude Code's own list of live sessions, and answered by keys if possible. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, isIdle } from '../drivers/driven-hub.ts';
import { answer, becomes, hubTest, install, lastToolResult, waiting } from './answering-stage.ts';

const TOUCH = { command: 'touch made.txt', description: 'Make a file' };
const made = (stage: Stage) => existsSync(join(stage.project, 'made.txt'));
const PLAN = '# The plan\n\n1. do it\n';
const writePlan = call('Write', ({ allText }) => ({
  file_path: /(\/\S+\/plans\/\S+?\.md)/.exec(allText)?.[1] ?? '',
  content: PLAN,
}));
/** All interactions of the same session. */
const all = async (hub: DrivenHub, { session_id: id }: Interaction): Promise<Interaction[]> =>
  (await hub.ask('GET', `/interactions?session=${id}`)).items;

describe('without any hooks', () => {
  hubTest(
    'a permission request; one of two calls on the screen; after the hub was down; a plan',
    async ({ stage, hub }) => {
      const touch = (name: string) => ({ command: `touch ${name}.txt`, description: name });
      const has = (name: string) => existsSync(join(stage.project, `${name}.txt`));
      stage.play(
        scene('make it', [call('Bash', TOUCH)], [say('Made it.')]),
        scene('make both', [call('Bash', touch('one')), call('Bash', touch('two'))], [say('Made both.')]),
        scene('make another', [call('Bash', touch('other'))], [say('Made another.')]),
        scene('plan it', [writePlan], [call('ExitPlanMode', {})], [say('Planned it.')]),
      );
      const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
      await terminal.prompt('make it');
      const interaction = await waiting(hub);
      expect(interaction).toMatchObject({
        ...{ kind: 'permission', tool_name: 'Bash', input: TOUCH, routes: ['keys'], without_hook: true },
      });
      const { status, body } = await answer(hub, interaction, { decision: 'allow' });
      expect(status, JSON.stringify(body)).toBe(200);
      await terminal.waitForScreen(/Made it\./);
      expect(made(stage)).toBe(true);
      await becomes(hub, interaction, 'proof', (now) => now.answer?.applied === 'confirmed');
      expect(await all(hub, interaction)).toHaveLength(1);

      await terminal.prompt('make both');
      const next = ({ id }: Interaction) =>
        waitUntil('the next ask', async () => {
          const now = await waiting(hub);
          return now.id !== id && now;
        });
      const first = await next(interaction);
      expect(first.input).toEqual(touch('one'));
      expect((await answer(hub, first, { decision: 'allow' })).status).toBe(200);
      const second = await next(first);
      expect(second.input).toEqual(touch('two'));
      const denied = await answer(hub, second, { decision: 'deny', message: 'not this one' });
      expect(denied.status).toBe(200);
      await terminal.waitForScreen(/Made both\./);
      expect([has('one'), has('two')]).toEqual([true, false]);
      await becomes(hub, second, 'proof', (now) => now.answer?.applied === 'confirmed');

      // The hub starts long after the dialog has opened.
      await hub.kill('SIGKILL');
      await terminal.prompt('make another');
      await terminal.waitForScreen(/Do you want to proceed/);
      await hub.restart();
      const late = await next(second);
      expect(late).toMatchObject({ tool_name: 'Bash', input: touch('other'), routes: ['keys'] });
      expect((await answer(hub, late, { decision: 'allow' })).status).toBe(200);
      await terminal.waitForScreen(/Made another\./);
      expect(has('other')).toBe(true);
      await becomes(hub, late, 'proof', (now) => now.answer?.applied === 'confirmed');

      await hub.waitFor(late.session_id, 'rest', isIdle);
      await hub.ask('PATCH', `/sessions/${late.session_id}`, { permission_mode: 'plan' });
      await terminal.prompt('plan it');
      const plan = await next(late);
      expect(plan).toMatchObject({ kind: 'plan', routes: ['keys'], input: { plan: PLAN } });
      const rejected = await answer(hub, plan, { decision: 'reject', feedback: 'shorter, please' });
      expect(rejected.status, JSON.stringify(rejected.body)).toBe(200);
      await terminal.waitForScreen(/Planned it\./);
      expect(lastToolResult(stage)).toMatchObject({
        isError: true,
        text: expect.stringContaining('shorter, please'),
      });
    },
  );

  hubTest('in a terminal without tmux: shown, and closed by the terminal', async ({ stage, hub }) => {
    stage.play(scene('make it', [call('Bash', TOUCH)], [say('All done.')]));
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'], isPlain: true });
    await terminal.prompt('make it');
    const interaction = await waitUntil('the interaction', async () => {
      const { items } = await hub.ask('GET', '/interactions?state=open');
      return items[0] as Interaction | undefined;
    });
    expect(interaction).toMatchObject({ state: 'open', tool_name: 'Bash', input: TOUCH, routes: [] });
    expect((await answer(hub, interaction, { decision: 'allow' })).body.error.code).toBe('no_route');
    await terminal.answerDialog(/Do you want to proceed/, '1');
    expect(await becomes(hub, interaction, 'the end', ({ state }) => state === 'answered')).toMatchObject({
      answer: { by: { type: 'terminal' } },
    });
  });
});

hubTest(
  'with hooks: the hub starts after the dialog has opened; auto mode asks without a hook',
  async ({ stage, hub }) => {
    const build = { command: 'npm run build -- --watch', description: 'Build it' };
    const ran = join(stage.project, 'ran.txt');
    stage.play(
      scene('make it', [call('Bash', { command: 'echo ran >> ran.txt' })], [say('All done.')]),
      scene('build it', [call('Bash', build)], [say('Not built.')]),
    );
    await install(hub);
    await hub.kill('SIGKILL');
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    await terminal.prompt('make it');
    await terminal.waitForScreen(/Do you want to proceed/);
    await hub.restart();
    // The late hook belongs to the same request.
    const interaction = await waiting(hub);
    await becomes(hub, interaction, 'the hook', ({ routes }) => routes.includes('hook'));
    expect((await answer(hub, interaction, { decision: 'allow' })).body).toMatchObject({
      answer: { route: 'hook' },
    });
    await terminal.waitForScreen(/All done/);
    expect(readFileSync(ran, 'utf8')).toBe('ran\n');
    expect(await all(hub, interaction)).toHaveLength(1);

    await hub.waitFor(interaction.session_id, 'rest', isIdle);
    await hub.ask('PATCH', `/sessions/${interaction.session_id}`, { permission_mode: 'auto' });
    await terminal.prompt('build it');
    // The stage has no safety check, so auto mode reports that it cannot check, and shows a dialog.
    await terminal.answerDialog(/Enter to stay in auto mode/, 'Enter');
    const unreported = await waiting(hub);
    expect(unreported).toMatchObject({
      ...{ tool_name: 'Bash', input: build, routes: ['keys'], without_hook: true },
    });
    const denied = await answer(hub, unreported, { decision: 'deny', message: 'no builds now' });
    expect(denied.status, JSON.stringify(denied.body)).toBe(200);
    await terminal.waitForScreen(/Not built/);
    expect(lastToolResult(stage)).toMatchObject({
      isError: true,
      text: expect.stringContaining('no builds now'),
    });
  },
);
