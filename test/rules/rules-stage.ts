/** A hub with rules on a stage: write the policy, let Claude make requests, check the outcome. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Interaction } from '../../src/protocol/interactions.ts';
import type { Rule } from '../../src/protocol/policy.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, startDrivenHub } from '../drivers/driven-hub.ts';
import { install } from '../interactions/answering-stage.ts';
import { stageTest } from '../stage-test.ts';

export const rulesTest = stageTest.extend<{ hub: DrivenHub }>({
  hub: async ({ stage }, use) => {
    const hub = await startDrivenHub(stage);
    await use(hub);
    await hub.kill('SIGTERM');
  },
});

/** Edits the file as a person would: it applies from the moment it is saved. */
export function writePolicy(hub: DrivenHub, ...rules: readonly Omit<Rule, 'enabled'>[]): void {
  writeFileSync(join(hub.home, 'policy.json'), JSON.stringify({ rules }, null, 2));
}

/** Starts a stream session with a prompt and returns its id. */
export async function begin(
  stage: Stage,
  hub: DrivenHub,
  prompt: string,
  more: object = {},
): Promise<string> {
  const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual', prompt, ...more };
  return (await hub.ask('POST', '/sessions', body)).session_id as string;
}

/** A `claude` in a plain terminal, which reports to the hub because of `reins install`. */
export async function beginInTerminal(stage: Stage, hub: DrivenHub, prompt: string) {
  await install(hub);
  const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'], isPlain: true });
  await terminal.prompt(prompt);
  return terminal;
}

export async function interactions(hub: DrivenHub, sessionId?: string): Promise<Interaction[]> {
  const { items } = await hub.ask('GET', `/interactions${sessionId ? `?session=${sessionId}` : ''}`);
  return items as Interaction[];
}

/** The matching interaction, once there is one. */
export function waitForInteraction(
  hub: DrivenHub,
  what: string,
  fits: (interaction: Interaction) => boolean,
): Promise<Interaction> {
  return waitUntil(what, async () => (await interactions(hub)).find(fits), {
    explain: async () => `${JSON.stringify(await interactions(hub), null, 1)}\n${hub.output()}`,
  });
}

export const isOpen = ({ state, routes }: Interaction) => state === 'open' && routes.length > 0;
export const isAnswered = ({ state }: Interaction) => state === 'answered';

/** The result of the newest tool call that the model received. */
export const lastToolResult = (stage: Stage) => stage.requests.at(-1)?.hearing.toolResults.at(-1);
