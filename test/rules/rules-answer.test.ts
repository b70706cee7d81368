/** Rules answer for a person: with the real Claude Code, over the control protocol and over a terminal's hook. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, hasTurn, isIdle } from '../drivers/driven-hub.ts';
import { install } from '../interactions/answering-stage.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import {
  begin,
  beginInTerminal,
  interactions,
  isAnswered,
  isOpen,
  lastToolResult,
  waitForInteraction,
  writePolicy,
} from './rules-stage.ts';

const TOUCH = { name: 'make files', match: { command: 'touch *' }, decide: 'allow' } as const;
const QUESTION = {
  questions: [
    {
      question: 'Which db?',
      header: 'db',
      multiSelect: false,
      options: [
        { label: 'SQLite', description: 'a' },
        { label: 'Postgres', description: 'b' },
      ],
    },
  ],
};
const EVERYTHING = { name: 'everything', match: { tool: '*' }, decide: 'allow' } as const;
const NO_DELETING = { name: 'no deleting', match: { command: 'rm' }, decide: 'stop_session' } as const;
const bash = (command: string) => call('Bash', { command, description: 'x' });
const making = (name: string) => scene(`make ${name}`, [bash(`touch ${name}.txt`)], [say(`Made ${name}.`)]);
const has = (stage: Stage, name: string) => existsSync(join(stage.project, `${name}.txt`));
const byRule = (name: string) => ({ by: { type: 'rule', name } });

/** The request for a command, once there is a matching one. Each command occurs in one test only. */
const askFor = (hub: DrivenHub, command: string, fits: (interaction: Interaction) => boolean) =>
  waitForInteraction(
    hub,
    `the request for ${command}`,
    (one) => one.input['command'] === command && fits(one),
  );
/** A person answers, which shows that no rule has answered before, and the turn ends. */
async function refuse(hub: DrivenHub, { id, session_id }: Interaction, prompt: string): Promise<void> {
  await hub.ask('POST', `/interactions/${id}/answer`, { decision: 'deny', message: 'no' });
  await hub.waitFor(session_id, 'the turn', hasTurn(prompt, 'completed'));
}

describe('a stream session', () => {
  sharedHubTest(
    'rules allow, deny with a reason, choose an option and stop the session',
    async ({ stage, hub }) => {
      writePolicy(
        hub,
        TOUCH,
        { name: 'no pushing', match: { command: 'git push *' }, decide: { deny: 'Open a pull request.' } },
        { name: 'look', match: { command: 'git status' }, decide: 'allow' },
        { name: 'the first', match: { kind: 'question' }, decide: 'first_option' },
        NO_DELETING,
      );
      stage.play(
        making('a'),
        scene('push it', [bash('git push origin main')], [bash('git status && mkdir b')], [say('Fine.')]),
        scene('ask me', [call('AskUserQuestion', QUESTION)], [say('Thanks.')]),
        scene('clean up', [bash('rm -rf gone')], [say('Going on.')]),
      );
      const id = await begin(stage, hub, 'make a');
      await hub.waitFor(id, 'the turn', hasTurn('make a', 'completed'));
      expect(has(stage, 'a')).toBe(true);
      const allowed = await askFor(hub, 'touch a.txt', ({ answer }) => answer?.applied === 'confirmed');
      expect(allowed).toMatchObject({
        state: 'answered',
        cwd: stage.project,
        permission_mode: 'default',
        answer: { ...byRule('make files'), decision: 'allow', route: 'control' },
      });

      await hub.send(id, 'push it');
      // A rule for one part of a line does not cover the rest.
      const open = await askFor(hub, 'git status && mkdir b', isOpen);
      expect(lastToolResult(stage)).toMatchObject({ isError: true, text: 'Open a pull request.' });
      await refuse(hub, open, 'push it');

      await hub.send(id, 'ask me');
      await hub.waitFor(id, 'the turn', hasTurn('ask me', 'completed'));
      expect(lastToolResult(stage)?.text).toContain('"Which db?"="SQLite"');
      const question = (await interactions(hub, id)).find(({ kind }) => kind === 'question');
      expect(question?.answer).toMatchObject(byRule('the first'));

      const requests = stage.requests.length;
      await hub.send(id, 'clean up');
      const view = await hub.waitFor(id, 'the end', ({ status }) => status === 'ended');
      expect(view.interactions.at(-1)?.answer).toMatchObject({ ...byRule('no deleting'), decision: 'deny' });
      expect(view.warnings.map(({ code }) => code)).toContain('stopped_by_rule');
      expect(stage.requests).toHaveLength(requests + 1);
    },
  );

  sharedHubTest(
    'no rule allows access to the hub, a write in plan mode, or anything while the file is invalid; later ones apply',
    async ({ stage, hub }) => {
      const curl = `curl ${hub.url}/api/health`;
      const write = (name: string) => call('Write', { file_path: join(stage.project, name), content: '{}' });
      stage.play(
        scene('ask the hub', [bash(curl)], [say('Done.')]),
        scene('change settings', [write('.claude/settings.json')], [say('Done.')]),
        scene('plan it', [write('a.txt')], [say('Done.')]),
        making('c'),
        making('d'),
        making('e'),
      );
      writePolicy(hub, EVERYTHING);
      const id = await begin(stage, hub, 'ask the hub');
      const flags = ({ flags: given }: Interaction) => given?.map(({ code }) => code);
      const asking = await askFor(hub, curl, isOpen);
      expect(flags(asking)).toEqual(['touches_hub']);
      await refuse(hub, asking, 'ask the hub');

      await hub.send(id, 'change settings');
      const changing = await waitForInteraction(hub, 'the request', isOpen);
      expect(flags(changing)).toEqual(['changes_claude_settings']);
      await refuse(hub, changing, 'change settings');

      await hub.ask('PATCH', `/sessions/${id}`, { permission_mode: 'plan' });
      await hub.send(id, 'plan it');
      const planning = await waitForInteraction(hub, 'the request', isOpen);
      expect(planning).toMatchObject({ tool_name: 'Write', permission_mode: 'plan' });
      await refuse(hub, planning, 'plan it');
      expect(has(stage, 'a')).toBe(false);

      await hub.ask('PATCH', `/sessions/${id}`, { permission_mode: 'default' });
      writePolicy(hub, TOUCH, { name: 'wrong', match: { command: 'sudo *' }, decide: 'allow' });
      // The hub may also warn about the file while it is half written.
      await waitUntil('the warning about the second rule', () =>
        /No rule applies until .*policy\.json is fixed[\s\S]*policy\.json:\d+: rules\[1\]/.test(hub.output()),
      );
      await hub.send(id, 'make c');
      await refuse(hub, await askFor(hub, 'touch c.txt', isOpen), 'make c');
      expect(has(stage, 'c')).toBe(false);

      // Rules written while Claude waits answer open requests, as does the next hub.
      await hub.send(id, 'make d');
      await askFor(hub, 'touch d.txt', isOpen);
      writePolicy(hub, TOUCH);
      await hub.waitFor(id, 'the turn', hasTurn('make d', 'completed'));
      expect((await askFor(hub, 'touch d.txt', isAnswered)).answer).toMatchObject(byRule('make files'));
      writePolicy(hub);
      await hub.send(id, 'make e');
      await askFor(hub, 'touch e.txt', isOpen);
      await hub.kill('SIGKILL');
      writePolicy(hub, TOUCH);
      await hub.restart();
      await hub.waitFor(id, 'the turn', hasTurn('make e', 'completed'));
      expect((await askFor(hub, 'touch e.txt', isAnswered)).answer).toMatchObject(byRule('make files'));
    },
  );
});

describe('a plain terminal session, started outside of Reins', () => {
  sharedHubTest(
    'rules allow, deny with a reason, decide immediately for a subagent, and stop the session',
    async ({ stage, hub }) => {
      const agent = { subagent_type: 'general-purpose', description: 'a', prompt: 'make g' };
      writePolicy(
        hub,
        TOUCH,
        { name: 'no folders', match: { command: 'mkdir *' }, decide: { deny: 'Write it down instead.' } },
        NO_DELETING,
      );
      stage.play(
        making('f'),
        scene('make a folder', [bash('mkdir h')], [say('I see.')]),
        scene('delegate', [call('Agent', agent)], [say('Sent.')]),
        making('g'),
        scene('clean up', [bash('rm -rf away')], [say('Going on.')]),
      );
      const terminal = await beginInTerminal(stage, hub, 'make f');
      await terminal.waitForScreen(/Made f\./);
      expect(has(stage, 'f')).toBe(true);
      const allowed = await askFor(hub, 'touch f.txt', ({ answer }) => answer?.applied === 'confirmed');
      expect(allowed.answer).toMatchObject({ ...byRule('make files'), route: 'hook', decision: 'allow' });

      await terminal.prompt('make a folder');
      await terminal.waitForScreen(/I see/);
      expect(lastToolResult(stage)).toMatchObject({ isError: true, text: 'Write it down instead.' });

      // The request of a background subagent blocks Claude instead of showing a dialog.
      await terminal.prompt('delegate');
      await waitUntil('the file', () => has(stage, 'g'));
      const delegated = await askFor(hub, 'touch g.txt', isAnswered);
      expect(delegated.agent_id).toBeDefined();
      expect(delegated.answer).toMatchObject(byRule('make files'));
      await hub.waitFor(delegated.session_id, 'rest', isIdle);

      await terminal.prompt('clean up');
      await terminal.waitForExit();
      const stopped = await askFor(hub, 'rm -rf away', isAnswered);
      expect(stopped.answer).toMatchObject({ ...byRule('no deleting'), decision: 'deny' });
    },
  );

  sharedHubTest('an unattended run is always decided immediately', async ({ stage, hub }) => {
    writePolicy(hub, TOUCH);
    await install(hub);
    stage.play(scene('make it', [bash('touch i.txt')], [bash('mkdir j')], [say('All done.')]));
    const args = ['-p', '--permission-mode', 'manual', 'make it'];
    const options = { cwd: stage.project, env: { ...stage.env } };
    const run = promisify(execFile)(stage.claudeBinary, args, options);
    run.child.stdin?.end();
    expect((await run).stdout).toContain('All done.');
    expect(existsSync(join(stage.project, 'i.txt'))).toBe(true);
    expect(existsSync(join(stage.project, 'j'))).toBe(false);
    expect((await askFor(hub, 'touch i.txt', isAnswered)).answer).toMatchObject(byRule('make files'));
  });
});
