/**
 * Asks that hold Claude Code up instead of showing a dialog: held only while a person looks at a device, and never for
 * long. With the real Claude Code.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../src/lib/wait-until.ts';
import type { Interaction } from '../../src/protocol/interactions.ts';
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

const AGENT_DIALOG = /from the general-purpose agent/;

function playAgents(stage: Stage, count = 1): void {
  const names = Array.from({ length: count }, (_, index) => `count ${index + 1}`);
  stage.play(
    scene(
      'send someone',
      names.map((prompt) =>
        call('Agent', { description: 'Count', prompt, subagent_type: 'general-purpose' }),
      ),
      [say('Sent.')],
    ),
    ...names.map((name) =>
      scene(
        name,
        [call('Bash', { command: `touch ${name.replace(' ', '-')}.txt`, description: 'x' })],
        [say(`Done with ${name}.`)],
      ),
    ),
  );
}

async function beginAgents(stage: Stage, count = 1) {
  playAgents(stage, count);
  const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
  await terminal.prompt('send someone');
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
    { timeoutMs: 40_000, explain: async () => JSON.stringify(await open(hub)) },
  );
const isHeld = ({ routes }: Interaction) => routes.includes('hook');

const made = (stage: Stage, number = 1) => existsSync(join(stage.project, `count-${number}.txt`));
const toolResults = (stage: Stage) => stage.requests.flatMap(({ hearing }) => hearing.toolResults);

describe('a subagent in the background asks', { timeout: 120_000 }, () => {
  hubTest('nobody looks: its dialog is there at once', async ({ stage, hub }) => {
    const terminal = await beginAgents(stage);
    await terminal.waitForScreen(AGENT_DIALOG);
    const [ask] = await waiting(hub);
    expect(ask).toMatchObject({
      kind: 'permission',
      tool_name: 'Bash',
      input: { command: 'touch count-1.txt' },
    });
    expect(ask.agent_id).toBeDefined();
    expect(ask).not.toHaveProperty('held_until');
    expect(ask.routes).not.toContain('hook');
    await terminal.answerDialog(AGENT_DIALOG, '1');
    await waitUntil('the file', () => made(stage));
    await hub.waitFor(ask.session_id, 'the end', ({ open_interactions }) => open_interactions === 0);
  });

  hubTest('held for a device in the foreground, which answers', async ({ stage, hub }) => {
    await pickUpDevice(hub).look(true);
    const terminal = await beginAgents(stage);
    const [ask] = await waiting(hub, isHeld);
    expect(Date.parse(ask.held_until ?? '')).toBeGreaterThan(Date.now() + 20_000);
    expect(await terminal.screen()).not.toMatch(AGENT_DIALOG);
    const message = 'leave that file alone';
    const { status, body } = await hub.call('POST', `/interactions/${ask.id}/answer`, {
      decision: 'deny',
      message,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await waitUntil('the model to be told', () => toolResults(stage).some(({ text }) => text === message));
    expect(made(stage)).toBe(false);
    expect(await terminal.screen()).not.toMatch(AGENT_DIALOG);
  });
});
