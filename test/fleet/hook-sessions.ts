/** Sessions that a hub knows from hooks alone: no Claude Code runs. */
import { randomUUID } from 'node:crypto';
import type { DrivenHub } from '../drivers/driven-hub.ts';

/** A hook as Claude Code on the machine of this hub would post it. */
export async function hook(
  hub: DrivenHub,
  name: string,
  sessionId: string,
  rest: object = {},
): Promise<void> {
  const response = await fetch(`${hub.url}/api/hooks`, {
    method: 'POST',
    // The hub reads the conversation from hooks, as if the session were on a machine without a hub.
    headers: { authorization: `Bearer ${hub.ingestToken}`, 'x-reins-view': 'hooks' },
    body: JSON.stringify({ hook_event_name: name, session_id: sessionId, cwd: '/tmp/open', ...rest }),
  });
  if (!response.ok) throw new Error(`the hook ${name} got ${response.status}`);
}

export async function startSession(hub: DrivenHub, rest: object = {}): Promise<string> {
  const id = randomUUID();
  await hook(hub, 'SessionStart', id, { source: 'startup', ...rest });
  await hook(hub, 'UserPromptSubmit', id, { prompt: 'hello', ...rest });
  return id;
}
