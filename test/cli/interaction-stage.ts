/** Sessions with requests, on a stage, and the hub through which they are answered. */
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene, type ToolInput } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';

export const interactionTest = stageTest.extend<{ hub: DrivenHub }>({
  hub: async ({ stage }, use) => {
    const hub = await startDrivenHub(stage);
    await use(hub);
    await hub.kill('SIGTERM');
  },
});

export const QUESTIONS = {
  questions: [
    {
      question: 'Which db?',
      header: 'db',
      multiSelect: false,
      options: [
        { label: 'Postgres', description: 'a server' },
        { label: 'SQLite', description: 'one file' },
      ],
    },
    {
      question: 'Which features?',
      header: 'features',
      multiSelect: true,
      options: [
        { label: 'Auth', description: 'who are you' },
        { label: 'Push', description: 'get notified' },
      ],
    },
  ],
};

/**
 * Starts a stream session whose model calls the tool immediately, or sends the prompt to `session`; resolves when Claude waits
 * for a person.
 */
export async function openInteraction(
  { stage, hub, session: existing }: { stage: Stage; hub: DrivenHub; session?: string },
  tool: string,
  input: ToolInput,
  prompt = `please ${tool}`,
): Promise<Interaction> {
  stage.play(scene(prompt, [call(tool, input)], [say('All done.')]));
  const session = existing ?? (await startSession({ stage, hub }, prompt, tool));
  if (existing) await hub.send(existing, prompt);
  return waitUntil(
    'an interaction that can be answered',
    async () => {
      const { items } = await hub.ask('GET', `/interactions?state=open&session=${session}`);
      return (items as Interaction[]).find(({ routes }) => routes.length > 0);
    },
    { explain: hub.output },
  );
}

async function startSession(
  { stage, hub }: { stage: Stage; hub: DrivenHub },
  prompt: string,
  tool: string,
): Promise<string> {
  const permission_mode = tool === 'ExitPlanMode' ? 'plan' : 'manual';
  const body = { cwd: stage.project, driver: 'stream', permission_mode, prompt };
  return (await hub.ask('POST', '/sessions', body)).session_id;
}

/** What the model received as the result of the tool call. */
export function lastToolResult(stage: Stage) {
  return waitUntil('the tool result', () => stage.requests.at(-1)?.hearing.toolResults.at(-1));
}

export const bash = (command: string): ToolInput => ({ command, description: 'x' });
