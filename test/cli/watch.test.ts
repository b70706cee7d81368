/** `reins ls`, `watch` and `events` on the real Claude Code: what a person sees while a session runs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { startReins } from '../reins-process.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import type { StageHub } from '../stage-hub.ts';

async function startSession(stage: Stage, hub: StageHub) {
  stage.play(
    scene('make a file', [say('On it.'), call('Bash', { command: 'touch made.txt' })], [say('Made.')]),
    scene('be nasty', [say('\u001b[2J\u001b]0;owned\u0007harmless')]),
  );
  const claude = stage.headless();
  claude.send('make a file');
  claude.answer(await claude.nextPermissionRequest('Bash'), { behavior: 'allow' });
  const { session_id = '' } = await claude.nextResult();
  const line = new RegExp(`${session_id.slice(0, 8)}.*make a file`);
  await waitUntil('the session to be listed', async () => line.test(await list(hub)));
  return { claude, id: session_id };
}

const list = async (hub: StageHub) => (await hub.run('ls')).stdout;

test('a session in ls while it runs and after it has ended, and in watch as text and as JSON', async ({
  stage,
  hub,
}) => {
  expect(await list(hub)).toContain('No sessions');
  const { claude, id } = await startSession(stage, hub);
  const { items } = JSON.parse((await hub.run('ls', '--json')).stdout);
  expect(items).toMatchObject([{ session_id: id, title: 'make a file', cwd: stage.project }]);
  const line = new RegExp(`[●○] \\w+ +${id.slice(0, 8)} +external +make a file +`);
  await waitUntil('its life to be seen', async () => line.test(await list(hub)));

  // The conversation, then live output, as plain text in a pipe.
  const one = hub.start('watch', id.slice(0, 6));
  const all = hub.start('watch');
  const json = hub.start('watch', 'last', '--json');
  await one.waitForOutput(/you {5}make a file\n.*claude {2}On it\.\n.*> {2}Bash: touch made\.txt · ok/);
  await one.waitForOutput(/claude {2}Made\./);
  await all.waitForOutput(/^Watching all sessions/);
  // As JSON it prints nothing until something happens, so events are produced until it does.
  await waitUntil('an answer in JSON', async () => {
    claude.send('be nasty');
    await claude.nextResult();
    return /"type":"assistant_text".*harmless/.test(json.output().stdout);
  });
  await one.waitForOutput(/you {5}be nasty\n[\s\S]*claude {2}harmless\n/);
  await all.waitForOutput(new RegExp(`\\[project ${id.slice(0, 8)}\\] claude {2}harmless\n`));
  for (const { output } of [one, all]) expect(output().stdout).not.toContain('\u001b');
  one.child.kill('SIGINT');
  expect(await one.exited).toMatchObject({ code: 0, stderr: '' });
  json.child.kill('SIGINT');
  const lines = (await json.exited).stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(lines.every(({ seq, type }) => Number.isInteger(seq) && typeof type === 'string')).toBe(true);

  await claude.end();
  await waitUntil('the end', async () => /· ended/.test(await list(hub)));
  expect((await hub.run('ls', '--cwd', stage.project, '--status', 'ended')).stdout).toContain('make a file');
  expect((await hub.run('ls', '--status', 'working')).stdout).toContain('No matching sessions');
  expect((await hub.run('status')).stdout).toContain('· 1 ended');
});

test('watch prints an answer once, as it is written', async ({ stage, hub }) => {
  const words = Array.from({ length: 150 }, (_, index) => `word${index}`).join(' ');
  const [beginning, end] = [new Gate(), new Gate()];
  stage.play(scene('talk', [hold(beginning), say(words, { chunk: 8, gate: end })]));
  const { session_id: id } = await hub.client.createSession({ cwd: stage.project, driver: 'stream' });
  const watching = hub.start('watch', id);
  await watching.waitForOutput(/claude is running|idle/);
  await hub.client.send(id, { text: 'talk' });
  await watching.waitForOutput(/you {5}talk\n/);
  beginning.open();
  await watching.waitForOutput(/claude {2}word0 word1/);
  expect(watching.output().stdout).not.toContain('word149');
  end.open();
  await watching.waitForOutput(/word149\n[\s\S]*done/);
  const [printed] = /claude {2}word0.*/.exec(watching.output().stdout) ?? [];
  expect(printed).toBe(`claude  ${words}`);
  expect(watching.output().stdout.match(/word149/g)).toHaveLength(1);
});

test('watch --notify shows a request on the desktop', async ({ stage, hub }) => {
  const folder = join(stage.folder, 'desktop');
  mkdirSync(folder);
  const shown = join(folder, 'shown');
  const script = `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word" >> '${shown}'; done\n`;
  writeFileSync(join(folder, 'notify-send'), script, { mode: 0o755 });

  const none = await startReins(['watch', '--notify'], { ...hub.env, PATH: join(folder, 'empty') }).exited;
  expect(none.code).not.toBe(0);
  expect(none.stderr).toContain('Install notify-send');

  const env = { ...hub.env, PATH: [folder, hub.env['PATH']].join(delimiter) };
  const watching = startReins(['watch', '--notify'], env);
  await watching.waitForOutput(/Watching all sessions/);
  const gate = new Gate();
  const echo = call('Bash', { command: 'echo a > b', description: 'x' });
  stage.play(scene('make it', [hold(gate), echo], [say('Done.')]));
  const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual', prompt: 'make it' };
  const { session_id: id } = await hub.ask('POST', '/sessions', body);
  await hub.waitFor(id, 'the title', ({ title }) => title === 'make it');
  gate.open();
  const lines = await waitUntil(
    'the notification',
    () => {
      const written = existsSync(shown) ? readFileSync(shown, 'utf8').split('\n') : [];
      // The script writes one line after the other.
      return written.length === 5 && written;
    },
    { explain: () => JSON.stringify(watching.output()) },
  );
  expect(lines).toEqual(['--app-name=Reins', '--', 'make it', 'Claude is waiting: run echo a &gt; b', '']);
  watching.child.kill('SIGINT');
  expect(await watching.exited).toMatchObject({ code: 0, stderr: '' });
});

test('events continues after the hub is killed, without gaps or repeats', async ({ stage, hub }) => {
  const { claude, id } = await startSession(stage, hub);
  const events = hub.start('events', id);
  await events.waitForOutput(/"text":"Made\."/);
  await hub.kill();
  claude.send('be nasty');
  await claude.nextResult();
  await hub.restart();
  await events.waitForOutput(/"text":[^\n]*harmless"/);
  const seqs = events
    .output()
    .stdout.trim()
    .split('\n')
    .map((line) => JSON.parse(line).seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  expect(events.output().stderr).toMatch(/does not respond[\s\S]*is back/);
  const since = hub.start('events', id, '--since', String(seqs.length - 1));
  const [line = ''] = await since.waitForOutput(/^.*\n/);
  expect(JSON.parse(line)).toMatchObject({ seq: seqs.length });
});
