/**
 * Requests that block Claude Code instead of showing a dialog: held only while a person looks at a device, and never
 * for long. With the real Claude Code.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { DEFAULT_SETTINGS, MAX_HOLD_SECONDS } from '../../src/protocol/settings.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { hubTest, install } from './answering-stage.ts';
import { pickUpDevice } from './device.ts';

const run = promisify(execFile);

const AGENT_DIALOG = /from the general-purpose agent/;

const commandOf = (number: number) => `touch count-${number}.txt`;

/** A terminal in which `send N` starts a subagent that makes file N; `send both` starts those for the files 4 and 5. */
async function startTerminal(stage: Stage, hub: DrivenHub): Promise<TerminalClaude> {
  const agent = (number: number) =>
    call('Agent', { description: 'Count', prompt: `count ${number}`, subagent_type: 'general-purpose' });
  stage.play(
    scene('send both', [agent(4), agent(5)], [say('Sent.')]),
    ...[1, 2, 3, 4, 5].flatMap((number) => [
      scene(`send ${number}`, [agent(number)], [say('Sent.')]),
      scene(
        `count ${number}`,
        [call('Bash', { command: commandOf(number), description: 'x' })],
        [say(`Done with ${number}.`)],
      ),
    ]),
  );
  await install(hub, '--no-deny-rules');
  return stage.terminal({ args: ['--permission-mode', 'manual'] });
}

const open = async (hub: DrivenHub): Promise<Interaction[]> =>
  (await hub.ask('GET', '/interactions?state=open')).items;

/** The open interactions, once this many match. */
const waiting = (hub: DrivenHub, fits: (interaction: Interaction) => boolean = () => true, count = 1) =>
  waitUntil(
    `${count} such interactions`,
    async () => {
      const found = (await open(hub)).filter(fits);
      return found.length === count && (found as [Interaction, ...Interaction[]]);
    },
    { explain: async () => JSON.stringify(await open(hub)) },
  );
const isHeld = ({ routes }: Interaction) => routes.includes('hook');
const isFor =
  (number: number, fits: (interaction: Interaction) => boolean = () => true) =>
  (interaction: Interaction) =>
    interaction.input['command'] === commandOf(number) && fits(interaction);
const nothingOpen = (hub: DrivenHub) =>
  waitUntil('nothing to be open', async () => (await open(hub)).length === 0);

const made = (stage: Stage, number: number) => existsSync(join(stage.project, `count-${number}.txt`));
const toolResults = (stage: Stage) => stage.requests.flatMap(({ hearing }) => hearing.toolResults);

describe('requests of background subagents', () => {
  hubTest(
    'a dialog appears if nobody looks, the device leaves, or the time is up; a device answers two held ones',
    async ({ stage, hub }) => {
      const terminal = await startTerminal(stage, hub);
      const answerHere = async (number: number) => {
        await terminal.answerDialog(AGENT_DIALOG, '1');
        await waitUntil('the file', () => made(stage, number));
        await nothingOpen(hub);
      };
      await terminal.prompt('send 1');
      await terminal.waitForScreen(AGENT_DIALOG);
      const [first] = await waiting(hub);
      expect(first).toMatchObject({
        kind: 'permission',
        tool_name: 'Bash',
        input: { command: 'touch count-1.txt' },
      });
      expect(first.agent_id).toBeDefined();
      expect(first).not.toHaveProperty('held_until');
      expect(first.routes).not.toContain('hook');
      await answerHere(1);

      const device = pickUpDevice(hub);
      await device.look(true);
      await terminal.prompt('send 2');
      const [second] = await waiting(hub, isHeld);
      await device.look(false);
      await terminal.waitForScreen(AGENT_DIALOG);
      // A device that comes now is too late.
      await device.look(true);
      const [still] = await waiting(hub);
      expect(still).toMatchObject({ id: second.id, state: 'open', shown_at: expect.any(String) });
      expect(still.routes).not.toContain('hook');
      await answerHere(2);

      await hub.ask('PATCH', '/settings', { hold_seconds: 1 });
      await terminal.prompt('send 3');
      await terminal.waitForScreen(AGENT_DIALOG);
      // Only a request that was held before has this time.
      const [third] = await waiting(hub, ({ shown_at: at }) => at !== undefined);
      expect(third.state).toBe('open');
      expect(third.routes).not.toContain('hook');
      await answerHere(3);

      await hub.ask('PATCH', '/settings', { hold_seconds: DEFAULT_SETTINGS.hold_seconds });
      await terminal.prompt('send both');
      const asks = await waiting(hub, isHeld, 2);
      expect(new Set(asks.map(({ agent_id }) => agent_id)).size).toBe(2);
      for (const { held_until: until = '', opened_at: opened } of asks) {
        expect(Date.parse(until) - Date.parse(opened)).toBeGreaterThan(50_000);
      }
      expect(await terminal.screen()).not.toMatch(AGENT_DIALOG);
      const answer = (number: number, body: object) =>
        hub.ask('POST', `/interactions/${asks.find(isFor(number))?.id}/answer`, body);
      await answer(5, { decision: 'allow' });
      await waitUntil('the second file', () => made(stage, 5));
      expect(made(stage, 4)).toBe(false);
      await answer(4, { decision: 'deny', message: 'not this one' });
      await waitUntil('the tool result', () =>
        toolResults(stage).some(({ text }) => text === 'not this one'),
      );
      expect(made(stage, 4)).toBe(false);
      expect(await terminal.screen()).not.toMatch(AGENT_DIALOG);
    },
  );

  hubTest(
    'never block Claude for long: a hub that is frozen or killed, and the end of the session',
    async ({ stage, hub }) => {
      await hub.ask('PATCH', '/settings', { hold_seconds: MAX_HOLD_SECONDS });
      // A new device for each part: after a fault of the hub, an earlier one may still be reconnecting.
      const look = () => pickUpDevice(hub).look(true);
      const terminal = await startTerminal(stage, hub);
      const answerHere = async (number: number) => {
        await terminal.answerDialog(AGENT_DIALOG, '1');
        await waitUntil('the file', () => made(stage, number));
      };

      // It freezes while it holds a request.
      await look();
      await terminal.prompt('send 1');
      const [frozen] = await waiting(hub, isHeld);
      hub.signal('SIGSTOP');
      await terminal.waitForScreen(AGENT_DIALOG);
      expect(Date.now()).toBeLessThan(Date.parse(frozen.held_until ?? ''));
      await answerHere(1);
      hub.signal('SIGCONT');
      await nothingOpen(hub);

      // It was frozen before.
      await look();
      hub.signal('SIGSTOP');
      await terminal.prompt('send 2');
      await answerHere(2);
      hub.signal('SIGCONT');
      await nothingOpen(hub);

      // It is killed while it holds a request: the dialog appears immediately.
      await look();
      await terminal.prompt('send 3');
      const [held] = await waiting(hub, isFor(3, isHeld));
      await hub.kill('SIGKILL');
      await terminal.waitForScreen(AGENT_DIALOG);
      await hub.restart();
      const [still] = await waiting(hub, isFor(3));
      expect(still.id).toBe(held.id);
      expect(still).not.toHaveProperty('held_until');
      await answerHere(3);
      await nothingOpen(hub);

      // The session ends while the request is held: it is withdrawn.
      await look();
      await terminal.prompt('send 4');
      const [last] = await waiting(hub, isFor(4, isHeld));
      const { runs } = await hub.view(last.session_id);
      process.kill(runs[0]?.pid as number, 'SIGTERM');
      const view = await hub.waitFor(
        last.session_id,
        'the end',
        ({ open_interactions }) => open_interactions === 0,
      );
      expect(view.interactions.find(({ id }) => id === last.id)).toMatchObject({ state: 'withdrawn' });
      await hub.ask('PATCH', '/settings', { hold_seconds: DEFAULT_SETTINGS.hold_seconds });
    },
  );
});

describe('a request of an unattended run', () => {
  const begin = ({ claudeBinary, project, env }: Stage, prompt: string) => {
    const claude = run(claudeBinary, ['-p', '--permission-mode', 'manual', prompt], { cwd: project, env });
    claude.child.stdin?.end();
    return claude;
  };
  hubTest('denied if nobody looks; held for a device; denied when the time is up', async ({ stage, hub }) => {
    await install(hub, '--no-deny-rules');
    stage.play(
      ...[1, 2, 3].map((number) =>
        scene(
          `count ${number}`,
          [call('Bash', { command: commandOf(number), description: 'x' })],
          [say(`Done ${number}.`)],
        ),
      ),
    );
    expect((await begin(stage, 'count 1')).stdout).toContain('Done 1.');
    const device = pickUpDevice(hub);
    await device.look(true);
    const second = begin(stage, 'count 2');
    const [interaction] = await waiting(hub, isHeld);
    const { status, body } = await hub.call('POST', `/interactions/${interaction.id}/answer`, {
      decision: 'allow',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await second).stdout).toContain('Done 2.');
    await hub.ask('PATCH', '/settings', { hold_seconds: 1 });
    expect((await begin(stage, 'count 3')).stdout).toContain('Done 3.');
    expect([1, 2, 3].map((number) => made(stage, number))).toEqual([false, true, false]);
    await nothingOpen(hub);
  });
});
