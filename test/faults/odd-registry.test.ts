/** The list of live sessions torn, lost, or with reused pids. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readStartMark } from '../../src/lib/process-identity.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { startTestHub, type TestHub } from '../hub/test-hub.ts';
import { stageTest } from '../stage-test.ts';

interface Listed {
  readonly pid: number;
  readonly file: string;
  say(status: string, changes?: Record<string, unknown>): void;
  end(): void;
}

/** A real process, listed as if it were a `claude`. */
function list(stage: Stage, sessionId: string): Listed {
  const folder = join(stage.configDir, 'sessions');
  mkdirSync(folder, { recursive: true });
  const child: ChildProcess = spawn('sleep', ['600'], { env: stage.env, stdio: 'ignore' });
  const pid = child.pid as number;
  const file = join(folder, `${pid}.json`);
  const entry = { pid, sessionId, procStart: readStartMark(pid), cwd: '/project', startedAt: Date.now() };
  return {
    pid,
    file,
    say: (status, changes = {}) =>
      writeFileSync(file, JSON.stringify({ ...entry, status, statusUpdatedAt: Date.now(), ...changes })),
    end: () => child.kill('SIGKILL'),
  };
}

const statusOf = (hub: TestHub, sessionId: string) => hub.view(sessionId)?.status;

stageTest('a temporarily torn file does not end its session', async ({ stage }) => {
  using hub = startTestHub(stage);
  const [sessionId, other] = [randomUUID(), randomUUID()];
  const [run, leaving] = [list(stage, sessionId), list(stage, other)];
  for (const one of [run, leaving]) one.say('idle');
  await waitUntil('the sessions', () => [sessionId, other].every((id) => statusOf(hub, id) === 'idle'));
  writeFileSync(run.file, '');
  // Both files are read again after the same delay, the torn one first.
  rmSync(leaving.file);
  await waitUntil('the end of the other', () => statusOf(hub, other) === 'ended');
  expect(statusOf(hub, sessionId)).toBe('idle');
  run.say('busy');
  await waitUntil('work', () => statusOf(hub, sessionId) === 'working');
  expect(hub.events(sessionId).filter(({ type }) => type === 'run_ended')).toEqual([]);
});

stageTest('a file that disappears and returns starts a run again', async ({ stage }) => {
  using hub = startTestHub(stage);
  const sessionId = randomUUID();
  const run = list(stage, sessionId);
  run.say('idle');
  await waitUntil('the session', () => statusOf(hub, sessionId) === 'idle');
  rmSync(run.file);
  await waitUntil('the end', () => statusOf(hub, sessionId) === 'ended');
  run.say('busy');
  await waitUntil('life', () => statusOf(hub, sessionId) === 'working');
});

stageTest('a run that died while the hub was away', async ({ stage }) => {
  const [old, fresh] = [randomUUID(), randomUUID()];
  const run = list(stage, old);
  run.say('idle');
  {
    using hub = startTestHub(stage);
    await waitUntil('the session', () => statusOf(hub, old) === 'idle');
  }
  run.end();
  const other = list(stage, fresh);
  rmSync(run.file, { force: true });
  other.say('busy');
  using hub = startTestHub(stage);
  await waitUntil('the new session', () => statusOf(hub, fresh) === 'working');
  await waitUntil('the end of the old one', () => statusOf(hub, old) === 'ended');
});

stageTest('a session left by /clear and resumed again is live', async ({ stage }) => {
  using hub = startTestHub(stage);
  const [first, second] = [randomUUID(), randomUUID()];
  const run = list(stage, first);
  run.say('idle');
  await waitUntil('the session', () => statusOf(hub, first) === 'idle');
  run.say('idle', { sessionId: second });
  await waitUntil('the move', () => hub.view(first)?.continued_as === second);
  const again = list(stage, first);
  again.say('busy');
  await waitUntil('life', () => statusOf(hub, first) === 'working');
  expect(hub.view(first)).not.toHaveProperty('continued_as');
});

stageTest('a request that was open across a restart is closed by the terminal', async ({ stage }) => {
  const sessionId = randomUUID();
  const run = list(stage, sessionId);
  run.say('busy');
  const interaction = {
    session_id: sessionId,
    hook_event_name: 'PermissionRequest',
    tool_name: 'Bash',
    tool_input: {},
  };
  {
    using hub = startTestHub(stage);
    await waitUntil('the session', () => statusOf(hub, sessionId) === 'working');
    await hub.hub.receiveHook(JSON.stringify(interaction));
    run.say('waiting', { waitingFor: 'permission prompt', statusUpdatedAt: Date.now() + 5 });
    await waitUntil('the dialog', () => hub.view(sessionId)?.waiting_for !== undefined);
  }
  using hub = startTestHub(stage);
  expect(hub.view(sessionId)?.open_interactions).toBe(1);
  run.say('busy', { statusUpdatedAt: Date.now() + 10 });
  await waitUntil('the answer', () => hub.view(sessionId)?.interactions[0]?.state === 'answered');
});

stageTest('interactions that a full disk kept open are closed later', async ({ stage }) => {
  using hub = startTestHub(stage);
  const sessionId = randomUUID();
  const run = list(stage, sessionId);
  run.say('busy');
  await waitUntil('the session', () => statusOf(hub, sessionId) === 'working');
  const interaction = { session_id: sessionId, hook_event_name: 'PermissionRequest', tool_name: 'Bash' };
  for (let count = 0; count < 100; count++) {
    await hub.hub.receiveHook(
      JSON.stringify({ ...interaction, tool_input: { command: `${count} ${'x'.repeat(2000)}` } }),
    );
  }
  hub.limitDisk('full');
  run.end();
  rmSync(run.file);
  await waitUntil('the hub to miss the space', () => hub.warnings.length > 0);
  expect(hub.view(sessionId)?.open_interactions).toBe(100);
  hub.limitDisk('free');
  await waitUntil('all closed', () => hub.view(sessionId)?.open_interactions === 0);
});
