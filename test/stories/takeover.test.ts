/** User story: a session moves between a terminal and the hub, with the same id and the same history. */
import { expect } from 'vitest';
import type { SessionView } from '../../src/protocol/session.ts';
import { waitUntil } from '../../stage/patience.ts';
import { hold, say, scene } from '../../stage/screenplay.ts';
import { idleTerminal } from '../drivers/driven-hub.ts';
import { reinsInPane } from '../pane.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import type { StageHub } from '../stage-hub.ts';

const words = ({ turns }: Pick<SessionView, 'turns'>) =>
  turns.map(({ prompt, items }) => [
    prompt?.kind === 'prompt' && prompt.text,
    ...items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])),
  ]);

const theOnlySession = (hub: StageHub) =>
  waitUntil('the session', async () => {
    const { items } = await hub.client.list();
    return items.length === 1 && items[0]?.status === 'idle' && items[0];
  });

test('started by hand, taken over through the API, returned by attach', async ({ stage, hub }) => {
  stage.play(
    scene('by hand', [say('In your terminal.')]),
    scene('over the API', [say('Under the hub.')]),
    scene('back again', [say('In your terminal again.')]),
    scene('by hand', [say('In your terminal.')]),
  );
  const mine = await stage.terminal();
  await mine.prompt('by hand');
  await mine.waitForScreen(/In your terminal\./);
  const { session_id: id, pid } = await theOnlySession(hub);
  const refused = await reinsInPane(stage, hub.env, 'attach', id);
  await refused.waitForScreen(
    /runs in the tmux pane[\s\S]*Open it with: tmux[\s\S]*reins takeover[\s\S]*exit code 1/,
  );

  await mine.type('a draft');
  await mine.waitForScreen(/a draft/);
  const kept = await hub.run('stop', id);
  expect(kept.code).toBe(2);
  expect(kept.stderr).toMatch(
    /started this session outside of Reins.*draft.*lost.*End it with: reins stop \S+ --force/,
  );
  const asked = await reinsInPane(stage, hub.env, 'stop', id);
  await asked.waitForScreen(/End it\? \[y\/N\]/);
  await asked.type('n');
  await asked.press('Enter');
  await asked.waitForScreen(/exit code 1/);
  expect(await hub.client.get(id)).toMatchObject({ status: 'idle', pid });
  const lost = await hub.run('takeover', id);
  expect(lost.code).toBe(1);
  expect(lost.stderr).toMatch(/You would lose:\n {2}- a draft in the input box: "a draft"\n.*--force/);
  const taken = await hub.client.takeover(id, { driver: 'stream', force: true });
  expect(taken).toMatchObject({ session_id: id, driver: 'stream' });
  await mine.waitForExit();
  expect(taken.pid).not.toBe(pid);
  const answer = await hub.run('send', id, 'over the API', '--wait');
  expect(answer.stdout).toBe('Under the hub.\n');

  const back = await reinsInPane(stage, hub.env, 'attach', id.slice(0, 8));
  await back.waitForScreen(/Under the hub\./);
  await back.prompt('back again');
  await back.waitForScreen(/In your terminal again\./);
  const view = await waitUntil('the last turn', async () => {
    const now = await hub.client.get(id);
    return now.turns.length === 3 && now.turns[2]?.outcome === 'completed' && now;
  });
  expect(view).toMatchObject({ session_id: id, driver: 'tmux' });
  expect(words(view)).toEqual([
    ['by hand', 'In your terminal.'],
    ['over the API', 'Under the hub.'],
    ['back again', 'In your terminal again.'],
  ]);
  expect((await hub.client.list()).items).toHaveLength(1);

  const other = await stage.terminal();
  await other.prompt('by hand');
  await other.waitForScreen(/In your terminal\./);
  const own = await idleTerminal(hub, 'by hand');
  const ended = await hub.run('stop', own.session_id, '--force');
  expect(ended.stdout).toMatch(/^stopped: /);
  await other.waitForExit();
  expect(await hub.client.get(own.session_id)).toMatchObject({ status: 'ended' });
});

test('a headless session moves into the terminal, if that loses nothing or is forced', async ({
  stage,
  hub,
}) => {
  stage.play(scene('hello', [say('Good morning.')]), scene('take your time', [say('So'), hold()]));
  const { stdout } = await hub.run('new', '--cwd', stage.project);
  const id = stdout.trim();
  await hub.run('send', id, 'hello', '--wait');
  await hub.run('send', id, 'take your time');
  await waitUntil('the turn to run', async () => (await hub.client.get(id)).status === 'working');
  const refused = await reinsInPane(stage, hub.env, 'attach', id);
  await refused.waitForScreen(/You would lose:[\s\S]*the running turn[\s\S]*--force[\s\S]*exit code 1/);
  expect(await hub.client.get(id)).toMatchObject({ status: 'working', driver: 'stream' });
  const moved = await reinsInPane(stage, hub.env, 'attach', id, '--force');
  await moved.waitForScreen(/Good morning\./);
  expect(await hub.client.get(id)).toMatchObject({ driver: 'tmux' });
  await hub.run('stop', id);
  await moved.waitForScreen(/The session has ended[\s\S]*exit code 0/);

  const reopened = await reinsInPane(stage, hub.env, 'attach', id);
  await reopened.waitForScreen(/Good morning\./);
  await waitUntil('its life', async () => (await hub.client.get(id)).status === 'idle');
});
