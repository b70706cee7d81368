/** A session that reports every hook, and a hub that stops its sessions when it is stopped. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn, startDrivenHub } from '../drivers/driven-hub.ts';
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
    // Claude Code does not wait for its hooks.
    await waitUntil('the hook at the end', () => names(hooks.text).includes('Stop'));
    return { id: id as string, hooks };
  };
  const [all, few] = await Promise.all([begin({ all_hooks: true }), begin({})]);
  await waitUntil('the hooks of the calls', () =>
    ['PostToolUse', 'PostToolUseFailure'].every((name) => names(all.hooks.text).includes(name)),
  );
  const { pid } = await hub.view(all.id);
  await hub.kill('SIGTERM');
  expect(hub.output()).toContain('2 sessions ended.');
  expect(isProcessAlive(pid ?? 0)).toBe(false);

  await Promise.all([all.hooks.ended, few.hooks.ended]);
  const reported = names(all.hooks.text);
  for (const name of [
    'SessionStart',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'Stop',
    'SessionEnd',
  ]) {
    expect(reported).toContain(name);
  }
  expect(reported.filter((name) => name === 'PreToolUse')).toHaveLength(2);
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
function names(text: string): string[] {
  return [...text.matchAll(/^data: (.+)\n/gm)].map(
    ([, json]) => JSON.parse(json ?? '').hook_event_name as string,
  );
}
