/** acpx, a command line for agents of the Agent Client Protocol: prompts, approves automatically, denies, and leaves. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Session } from '../../src/protocol/session.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hubTest } from '../interactions/answering-stage.ts';
import { CLIENTS, reins, runClient } from './third-party.ts';

const PARTS = {
  question: 'Which parts?',
  header: 'Parts',
  multiSelect: true,
  options: [
    { label: 'Auth', description: 'Login' },
    { label: 'Mail', description: 'Letters' },
  ],
};

hubTest.skipIf(CLIENTS === '').for(['0.1.15', '0.19.1'])(
  'acpx %s prompts, approves and denies',
  async (version, { stage, hub }) => {
    stage.play(
      scene('hello', [say('Good day to you.')]),
      scene('make it', [call('Bash', { command: 'touch made.txt' })], [say('Made.')]),
      scene('make another', [call('Bash', { command: 'touch another.txt' })], [say('Then not.')]),
      scene('which parts', [call('AskUserQuestion', { questions: [PARTS] })], [say('Those.')]),
    );
    const place = { env: { ...hub.env }, cwd: stage.project };
    const run = async (...args: string[]) =>
      (await runClient(`acpx-${version}/dist/cli.js`, ['--agent', reins('acp').join(' '), ...args], place))
        .stdout;
    expect(await run('exec', 'hello')).toMatch(/Good day to you\.[\s\S]*end_turn/);
    expect(await run('--approve-all', 'exec', 'make it')).toMatch(/Made\.[\s\S]*end_turn/);
    expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);
    expect(await run('--deny-all', 'exec', 'make another')).toMatch(/Then not\.[\s\S]*end_turn/);
    expect(existsSync(join(stage.project, 'another.txt'))).toBe(false);
    // A multiple choice ends, although every choice is approved automatically.
    expect(await run('--approve-all', 'exec', 'which parts')).toMatch(/Those\.[\s\S]*end_turn/);
    expect(stage.requests.at(-1)?.hearing.toolResults.at(-1)?.text).toContain('Auth');

    // Nobody uses these sessions any more: the hub ends them soon.
    const { items } = await hub.ask('GET', `/sessions?cwd=${encodeURIComponent(stage.project)}`);
    for (const { session_id } of items as Session[])
      await hub.waitFor(session_id, 'the client to leave', (view) => view.end_when_idle_seconds === 60);
  },
);
