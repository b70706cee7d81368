/**
 * Asks that hold Claude Code up instead of showing a dialog: held only while a person looks at a device, and never for
 * long. With the real Claude Code.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { MAX_HOLD_SECONDS } from '../../src/protocol/settings.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';
import { pickUpDevice } from './device.ts';

const hubTest = stageTest.extend<{ hub: DrivenHub }>({
  hub: async ({ stage }, use) => {
    const hub = await startDrivenHub(stage);
    expect((await hub.run('install', '--no-deny-rules')).code).toBe(0);
    await use(hub);
    await hub.kill('SIGKILL');
  },
});

const run = promisify(execFile);

const AGENT_DIALOG = /from the general-purpose agent/;

/** `send N` starts a subagent that makes file N; `send two` starts the first two at once. */
function playAgents(stage: Stage): void {
  const numbers = [1, 2, 3];
  const agent = (number: number) =>
    call('Agent', { description: 'Count', prompt: `count ${number}`, subagent_type: 'general-purpose' });
  stage.play(
    scene('send two', [agent(1), agent(2)], [say('Sent.')]),
    ...numbers.flatMap((number) => [
      scene(`send ${number}`, [agent(number)], [say('Sent.')]),
      scene(
        `count ${number}`,
        [call('Bash', { command: `touch count-${number}.txt`, description: 'x' })],
        [say(`Done with ${number}.`)],
      ),
    ]),
  );
}

async function beginAgents(stage: Stage, prompt = 'send 1') {
  playAgents(stage);
  const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
  await terminal.prompt(prompt);
  return terminal;
}

const open = async (hub: DrivenHub): Promise<Interaction[]> =>
  (await hub.ask('GET', '/interactions?state=open')).items;

/** The open interactions, once there are so many that fit. */
const waiting = (hub: DrivenHub, fits: (ask: Interaction) => boolean = () => true, count = 1) =>
  waitUntil(
    `${count} such interactions`,
    async () => {
      const found = (await open(hub)).filter(fits);
      return found.length === count && (found as [Interaction, ...Interaction[]]);
    },
    { explain: async () => JSON.stringify(await open(hub)) },
  );
const isHeld = ({ routes }: Interaction) => routes.includes('hook');

const made = (stage: Stage, number = 1) => existsSync(join(stage.project, `count-${number}.txt`));
const toolResults = (stage: Stage) => stage.requests.flatMap(({ hearing }) => hearing.toolResults);

describe('a subagent in the background asks', () => {
  hubTest('nobody looks; the device leaves; the time is over: its dialog appears', async ({ stage, hub }) => {
    const terminal = await beginAgents(stage);
    const answerHere = async (number: number) => {
      await terminal.answerDialog(AGENT_DIALOG, '1');
      await waitUntil('the file', () => made(stage, number));
      await waitUntil('nothing to be open', async () => (await open(hub)).length === 0);
    };
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
    // Only an ask that was held before has this time.
    const [third] = await waiting(hub, ({ shown_at: at }) => at !== undefined);
    expect(third.state).toBe('open');
    expect(third.routes).not.toContain('hook');
    await answerHere(3);
  });

  hubTest(
    'two at once are held for a device in the foreground, which answers each',
    async ({ stage, hub }) => {
      await pickUpDevice(hub).look(true);
      const terminal = await beginAgents(stage, 'send two');
      const asks = await waiting(hub, isHeld, 2);
      expect(new Set(asks.map(({ agent_id }) => agent_id)).size).toBe(2);
      for (const { held_until: until = '', opened_at: opened } of asks) {
        expect(Date.parse(until) - Date.parse(opened)).toBeGreaterThan(50_000);
      }
      expect(await terminal.screen()).not.toMatch(AGENT_DIALOG);
      const byFile = (number: number) =>
        asks.find(({ input }) => input['command'] === `touch count-${number}.txt`) as Interaction;
      const answer = (number: number, body: object) =>
        hub.ask('POST', `/interactions/${byFile(number).id}/answer`, body);
      await answer(2, { decision: 'allow' });
      await waitUntil('the second file', () => made(stage, 2));
      expect(made(stage, 1)).toBe(false);
      await answer(1, { decision: 'deny', message: 'not this one' });
      await waitUntil('the model to be told', () =>
        toolResults(stage).some(({ text }) => text === 'not this one'),
      );
      expect(made(stage, 1)).toBe(false);
      expect(await terminal.screen()).not.toMatch(AGENT_DIALOG);
    },
  );

  hubTest('a hub that freezes while it holds holds nobody up for long', async ({ stage, hub }) => {
    await hub.ask('PATCH', '/settings', { hold_seconds: MAX_HOLD_SECONDS });
    await pickUpDevice(hub).look(true);
    const terminal = await beginAgents(stage);
    const [ask] = await waiting(hub, isHeld);
    hub.signal('SIGSTOP');
    await terminal.waitForScreen(AGENT_DIALOG);
    expect(Date.now()).toBeLessThan(Date.parse(ask.held_until ?? ''));
    await terminal.answerDialog(AGENT_DIALOG, '1');
    await waitUntil('the file', () => made(stage));
    hub.signal('SIGCONT');
    await hub.waitFor(ask.session_id, 'the end', ({ open_interactions }) => open_interactions === 0);
  });

  hubTest('a hub that is frozen already is passed by', async ({ stage, hub }) => {
    await pickUpDevice(hub).look(true);
    playAgents(stage);
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    hub.signal('SIGSTOP');
    await terminal.prompt('send 1');
    await terminal.answerDialog(AGENT_DIALOG, '1');
    await waitUntil('the file', () => made(stage));
    hub.signal('SIGCONT');
  });

  hubTest('a hub that is killed while it holds: the dialog is there at once', async ({ stage, hub }) => {
    await pickUpDevice(hub).look(true);
    const terminal = await beginAgents(stage);
    const [ask] = await waiting(hub, isHeld);
    await hub.kill('SIGKILL');
    await terminal.waitForScreen(AGENT_DIALOG);
    await hub.restart();
    const [still] = await waiting(hub);
    expect(still.id).toBe(ask.id);
    expect(still).not.toHaveProperty('held_until');
    await terminal.answerDialog(AGENT_DIALOG, '1');
    await hub.waitFor(ask.session_id, 'the end', ({ open_interactions }) => open_interactions === 0);
  });

  hubTest('the session ends while it is held: withdrawn', async ({ stage, hub }) => {
    await pickUpDevice(hub).look(true);
    await beginAgents(stage);
    const [ask] = await waiting(hub, isHeld);
    const { runs } = await hub.view(ask.session_id);
    process.kill(runs[0]?.pid as number, 'SIGTERM');
    const view = await hub.waitFor(
      ask.session_id,
      'the end',
      ({ open_interactions }) => open_interactions === 0,
    );
    expect(view.interactions).toMatchObject([{ state: 'withdrawn' }]);
  });
});

describe('an unattended run asks', () => {
  const begin = ({ claudeBinary, project, env }: Stage, prompt: string) => {
    const claude = run(claudeBinary, ['-p', '--permission-mode', 'manual', prompt], { cwd: project, env });
    claude.child.stdin?.end();
    return claude;
  };
  const command = (number: number) => ({ command: `touch count-${number}.txt`, description: 'x' });

  hubTest(
    'denied where nobody looks; held for a device; denied when the time is over',
    async ({ stage, hub }) => {
      stage.play(
        ...[1, 2, 3].map((number) =>
          scene(`count ${number}`, [call('Bash', command(number))], [say(`Done ${number}.`)]),
        ),
      );
      expect((await begin(stage, 'count 1')).stdout).toContain('Done 1.');
      const device = pickUpDevice(hub);
      await device.look(true);
      const second = begin(stage, 'count 2');
      const [ask] = await waiting(hub, isHeld);
      const { status, body } = await hub.call('POST', `/interactions/${ask.id}/answer`, {
        decision: 'allow',
      });
      expect(status, JSON.stringify(body)).toBe(200);
      expect((await second).stdout).toContain('Done 2.');
      await hub.ask('PATCH', '/settings', { hold_seconds: 1 });
      expect((await begin(stage, 'count 3')).stdout).toContain('Done 3.');
      expect([1, 2, 3].map((number) => made(stage, number))).toEqual([false, true, false]);
      await waitUntil('nothing to be open', async () => (await open(hub)).length === 0);
    },
  );
});
