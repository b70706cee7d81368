/** `reins export` on a session of the real Claude Code: a complete file, masked, safe, readable only by its owner. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene, think } from '../../stage/screenplay.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

const KEY = `ghp_${'a1B2'.repeat(9)}`;

stageTest('a session with a subagent, an edit and a secret, in every format', async ({ stage }) => {
  const hub = await startStageHub(stage);
  const agent = { description: 'Count files', prompt: 'count them', subagent_type: 'general-purpose' };
  stage.play(
    scene(
      'look around',
      [think('Let me see.'), say('# I *will*'), call('Bash', { command: `echo "${KEY} <script>"` })],
      [call('Write', { file_path: join(stage.project, 'a.txt'), content: 'one\ntwo\n' })],
      [call('Edit', { file_path: join(stage.project, 'a.txt'), old_string: 'two', new_string: 'three' })],
      [call('Agent', { ...agent, run_in_background: false })],
      [say('All done.')],
    ),
    scene('count them', [say('There are seven.')]),
  );
  const claude = stage.headless({ args: ['--allowedTools', 'Bash,Write,Edit,Agent'] });
  claude.send('look around');
  const { session_id: id = '' } = await claude.nextResult();
  await claude.end();
  await waitUntil('the whole session', async () => {
    const view = await hub.client.get(id).catch(() => undefined);
    return view?.agents.length === 1 && JSON.stringify(view.turns).includes('All done.');
  });

  const markdown = await hub.run('export', id.slice(0, 8));
  expect(markdown).toMatchObject({ code: 0, stderr: '' });
  const order = [
    'look around',
    'Let me see.',
    '#### I *will*',
    'echo "[masked: GitHub token]',
    '-two\n+three',
  ];
  const places = [...order, 'There are seven.', 'All done.'].map((words) => markdown.stdout.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(markdown.stdout).not.toContain(KEY);

  const file = join(stage.folder, 'session.html');
  expect(await hub.run('export', 'last', '-o', file)).toMatchObject({ code: 0, stdout: '' });
  const html = readFileSync(file, 'utf8');
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toMatch(/<script|ghp_/);
  expect(html).toContain('There are seven.');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const json = JSON.parse((await hub.run('export', id, '--format', 'json', '--raw')).stdout);
  expect(json).toMatchObject({ masked: false, session: { session_id: id } });
  expect(JSON.stringify(json)).toContain(KEY);
  const nested = json.items.find((item: { agent?: object }) => item.agent);
  expect(JSON.stringify(nested.agent.items)).toContain('There are seven.');

  expect(await hub.run('export', id, '--format', 'pdf')).toMatchObject({ code: 2 });
  expect((await hub.run('export', 'nothing-like-it')).code).not.toBe(0);
  expect(await hub.run('export', id, '-o', join(stage.folder, 'no/such/folder.md'))).toMatchObject({
    code: 2,
  });
});

stageTest('a session that was never opened and whose transcript is gone', async ({ stage }) => {
  stage.play(scene('remember this', [say('I will remember the blue horse.')]));
  const claude = stage.headless();
  claude.send('remember this');
  const { session_id: id = '' } = await claude.nextResult();
  await claude.end();
  const hub = await startStageHub(stage);
  await waitUntil('all to be read', async () => (await hub.client.history()).state === 'ready');
  rmSync(join(stage.configDir, 'projects'), { recursive: true });
  await hub.kill();
  await hub.restart();
  const { stdout, code } = await hub.run('export', id);
  expect(code).toBe(0);
  expect(stdout).toContain('remember this');
  expect(stdout).toContain('I will remember the blue horse.');
});
