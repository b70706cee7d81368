/** A session that reports every hook, and a hub that stops its sessions when it is stopped. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { HookPayload } from '../../src/claude/hook-payload.ts';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn, isIdle, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';

stageTest('all hooks of a session, to its end with the hub', async ({ stage }) => {
  const file = join(stage.project, 'a.txt');
  writeFileSync(file, 'words');
  stage.play(
    scene(
      'look',
      [call('Read', { file_path: file })],
      [call('Read', { file_path: join(stage.project, 'missing.txt') })],
      [say('Seen.')],
    ),
  );
  const hub = await startDrivenHub(stage);
  await hub.run('config', 'set', 'on_shutdown', 'stop');
  const begin = async (choices: object) => {
    const { session_id: id } = await hub.ask('POST', '/sessions', {
      ...{ cwd: stage.project, prompt: 'look' },
      ...choices,
    });
    const response = await fetch(`${hub.url}/api/sessions/${id}/events?raw=hook`, {
      headers: { authorization: `Bearer ${hub.token}` },
    });
    const hooks = collect(response);
    await hub.waitFor(id, 'the turn', hasTurn('look', 'completed'));
    return { id: id as string, hooks };
  };
  /** Claude Code does not wait for its hooks, and they skip a hub that takes longer than a second: then look again. */
  const lookUntil = ({ id, hooks }: { id: string; hooks: Collected }, ...wanted: string[]) =>
    waitUntil(`the hooks ${wanted.join(', ')}`, async () => {
      const reported = names(hooks.text);
      if (wanted.every((name) => reported.includes(name))) return true;
      const { turns } = await hub.view(id);
      await hub.send(id, 'look');
      await hub.waitFor(id, 'another turn', (view) => view.turns.length > turns.length && isIdle(view));
      return false;
    });
  const all = await begin({ all_hooks: true });
  const few = await begin({});
  await lookUntil(all, 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'Stop');
  await lookUntil(few, 'Stop');
  const { pid } = await hub.view(all.id);
  await hub.kill('SIGTERM');
  expect(hub.output()).toContain('2 sessions ended.');
  expect(isProcessAlive(pid ?? 0)).toBe(false);

  await Promise.all([all.hooks.ended, few.hooks.ended]);
  expect(names(all.hooks.text)).toEqual(expect.arrayContaining(['SessionStart', 'SessionEnd']));
  const calls = payloads(all.hooks.text).filter(({ hook_event_name: name }) => name === 'PreToolUse');
  expect(new Set(calls.map((call) => call.tool_use_id)).size).toBe(calls.length);
  expect(names(few.hooks.text).filter((name) => name.includes('ToolUse'))).toEqual([]);
  expect(names(few.hooks.text)).toContain('SessionEnd');

  // The flag does the same, and the setting is back at its default.
  const next = hub.start('up', '--port', '0', '--stop-sessions-on-exit');
  await next.waitForOutput(/is up at/);
  await hub.run('config', 'set', 'on_shutdown', 'default');
  expect((await hub.run('resume', all.id)).code).toBe(0);
  next.child.kill('SIGTERM');
  expect((await next.exited).stdout).toContain('1 session ended.');
});

interface Collected {
  text: string;
  readonly ended: Promise<void>;
}

/** The body of a response, as far as it has arrived. */
function collect(response: Response): Collected {
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      collected.text += chunk;
  };
  const collected: Collected = { text: '', ended: Promise.resolve().then(read) };
  return collected;
}

/** The complete events only: the last one may still be on its way. */
function payloads(text: string): HookPayload[] {
  return [...text.matchAll(/^data: (.+)\n/gm)].map(([, json]) => JSON.parse(json ?? ''));
}

function names(text: string): string[] {
  return payloads(text).map((payload) => payload.hook_event_name);
}
