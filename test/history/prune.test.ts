/** `reins prune` on sessions of the real Claude Code: an old one is removed from the log, stays listed, and is read again. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { findTranscript } from '../../src/claude/transcript-files.ts';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

const OLD_MS = 100 * 24 * 60 * 60 * 1000;

async function runClaude(stage: Stage, prompt: string): Promise<string> {
  const claude = stage.headless();
  claude.send(prompt);
  const { session_id = '' } = await claude.nextResult();
  await claude.end();
  return session_id;
}

/** Moves everything in a transcript into the past. */
function age(path: string): void {
  const earlier = (moment: string) => new Date(Date.parse(moment) - OLD_MS).toISOString();
  const aged = readFileSync(path, 'utf8').replace(/(?<="timestamp":")[^"]+/g, earlier);
  writeFileSync(path, aged);
  const at = (Date.now() - OLD_MS) / 1000;
  utimesSync(path, at, at);
}

stageTest('an old session is removed from the log and read again when it is opened', async ({ stage }) => {
  stage.play(scene('old', [say('Long ago.')]), scene('new', [say('Just now.')]));
  const old = await runClaude(stage, 'old');
  age((await findTranscript(stage.configDir, old)) ?? '');
  const hub = await startStageHub(stage);
  const before = await waitUntil('the old session', async () => {
    const view = await hub.client.get(old).catch(() => undefined);
    return view?.turns.at(-1)?.outcome === 'completed' && view;
  });
  await hub.client.changeSession(old, { archived: true, labels: ['kept'] });
  const young = await runClaude(stage, 'new');
  await waitUntil('the new session', async () => {
    const view = await hub.client.get(young).catch(() => undefined);
    return view?.turns.at(-1)?.outcome === 'completed';
  });

  const nothing = await hub.run('prune');
  expect(nothing.code).not.toBe(0);
  expect(nothing.stderr).toContain('set log_days');
  const tried = await hub.run('prune', '--days', '30', '--dry-run');
  expect(tried.stdout).toMatch(
    /^Would remove 1 session inactive for 30 days: \d+ events, about .*\nNothing was changed\.\n$/,
  );

  await hub.run('config', 'set', 'log_days', '30');
  const done = await hub.run('prune', '--json');
  expect(JSON.parse(done.stdout)).toMatchObject({ days: 30, sessions: 1, without_transcript: 0 });
  expect((await hub.run('prune')).stdout).toMatch(/^No sessions to remove/);

  const { items } = await hub.client.list();
  expect(items.map(({ session_id }) => session_id)).toEqual([young, old]);
  const listed = items.find(({ session_id }) => session_id === old);
  expect(listed?.last_activity_at.slice(0, 10)).toBe(
    new Date(Date.now() - OLD_MS).toISOString().slice(0, 10),
  );
  expect(listed).toMatchObject({ archived: true, labels: ['kept'] });
  const after = await hub.client.get(old);
  expect(after.turns).toEqual(before.turns);
});
