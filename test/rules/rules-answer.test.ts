/** Rules answer in a person's place: with the real Claude Code, over the control protocol and over a terminal's hook. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { type DrivenHub, hasTurn } from '../drivers/driven-hub.ts';
import {
  begin,
  beginInTerminal,
  interactions,
  isAnswered,
  isOpen,
  rulesTest,
  told,
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
const bash = (command: string) => call('Bash', { command, description: 'x' });
/** A person answers last: no rule has answered before. */
const refuse = (hub: DrivenHub, { id }: Interaction) =>
  hub.ask('POST', `/interactions/${id}/answer`, { decision: 'deny', message: 'no' });
const byRule = (name: string) => ({ by: { type: 'rule', name } });

describe('a stream session', () => {
  rulesTest('what a rule allows runs without a person; the record names the rule', async ({ stage, hub }) => {
    writePolicy(hub, TOUCH);
    stage.play(scene('make it', [bash('touch a.txt')], [say('Done.')]));
    const id = await begin(stage, hub, 'make it');
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    expect(existsSync(join(stage.project, 'a.txt'))).toBe(true);
    const [asked] = await interactions(hub);
    expect(asked).toMatchObject({
      state: 'answered',
      cwd: stage.project,
      permission_mode: 'default',
      answer: { ...byRule('make files'), decision: 'allow', route: 'control' },
    });
    await waitForInteraction(hub, 'proof', ({ answer }) => answer?.applied === 'confirmed');
  });

  rulesTest(
    'a denial with words reaches the model; what goes on beside it is asked',
    async ({ stage, hub }) => {
      writePolicy(
        hub,
        { name: 'no pushing', match: { command: 'git push *' }, decide: { deny: 'Open a pull request.' } },
        { name: 'look', match: { command: 'git status' }, decide: 'allow' },
      );
      stage.play(
        scene(
          'push it',
          [bash('git push origin main')],
          [say('I see.'), bash('git status && rm -rf gone')],
          [say('Fine.')],
        ),
      );
      const id = await begin(stage, hub, 'push it');
      // The first one is open too, for the moment that the rules need.
      const command = 'git status && rm -rf gone';
      const open = await waitForInteraction(
        hub,
        'the second ask',
        (ask) => isOpen(ask) && ask.input['command'] === command,
      );
      expect(told(stage)).toMatchObject({ isError: true, text: 'Open a pull request.' });
      await hub.ask('POST', `/interactions/${open.id}/answer`, { decision: 'deny', message: 'no' });
      await hub.waitFor(id, 'the turn', hasTurn('push it', 'completed'));
    },
  );

  rulesTest('a question is answered by its first option', async ({ stage, hub }) => {
    writePolicy(hub, { name: 'the first', match: { kind: 'question' }, decide: 'first_option' });
    stage.play(scene('ask me', [call('AskUserQuestion', QUESTION)], [say('Thanks.')]));
    const id = await begin(stage, hub, 'ask me');
    await hub.waitFor(id, 'the turn', hasTurn('ask me', 'completed'));
    expect(told(stage)?.text).toContain('"Which db?"="SQLite"');
    expect((await interactions(hub))[0]?.answer).toMatchObject(byRule('the first'));
  });

  rulesTest('a rule that is written while Claude waits answers what is open', async ({ stage, hub }) => {
    stage.play(scene('make it', [bash('touch a.txt')], [say('Done.')]));
    const id = await begin(stage, hub, 'make it');
    await waitForInteraction(hub, 'the ask', isOpen);
    writePolicy(hub, TOUCH);
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    expect((await interactions(hub))[0]?.answer).toMatchObject(byRule('make files'));
  });

  rulesTest('a rule that is written while no hub runs answers when one does', async ({ stage, hub }) => {
    stage.play(scene('make it', [bash('touch a.txt')], [say('Done.')]));
    const id = await begin(stage, hub, 'make it');
    await waitForInteraction(hub, 'the ask', isOpen);
    await hub.kill('SIGKILL');
    writePolicy(hub, TOUCH);
    await hub.restart();
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    expect((await interactions(hub))[0]?.answer).toMatchObject(byRule('make files'));
  });

  rulesTest('a broken file allows nothing, and the hub says where', async ({ stage, hub }) => {
    writePolicy(hub, TOUCH, { name: 'wrong', match: { command: 'sudo *' }, decide: 'allow' });
    await waitUntil('the warning', () => /No rule applies until .*policy\.json is mended/.test(hub.output()));
    expect(hub.output()).toMatch(/policy\.json:\d+: rules\[1\]/);
    stage.play(scene('make it', [bash('touch a.txt')], [say('Done.')]));
    await begin(stage, hub, 'make it');
    await refuse(hub, await waitForInteraction(hub, 'the ask', isOpen));
    expect(existsSync(join(stage.project, 'a.txt'))).toBe(false);
  });

  rulesTest('what touches the hub is flagged, and allowed by no rule', async ({ stage, hub }) => {
    writePolicy(hub, { name: 'everything', match: { tool: '*' }, decide: 'allow' });
    stage.play(
      scene('one', [bash(`curl ${hub.url}/api/health`)], [say('Done.')]),
      scene(
        'two',
        [call('Write', { file_path: `${stage.project}/.claude/settings.json`, content: '{}' })],
        [say('Done.')],
      ),
    );
    await begin(stage, hub, 'one');
    await begin(stage, hub, 'two');
    await waitUntil('both asks', async () => (await interactions(hub, 'open')).length === 2);
    const flags = (await interactions(hub, 'open')).map((one) => one.flags?.map(({ code }) => code));
    expect(flags.sort()).toEqual([['changes_claude_settings'], ['touches_hub']]);
    for (const open of await interactions(hub, 'open')) await refuse(hub, open);
  });

  rulesTest('a rule stops the session', async ({ stage, hub }) => {
    writePolicy(hub, { name: 'no deleting', match: { command: 'rm' }, decide: 'stop_session' });
    stage.play(scene('clean up', [bash('rm -rf gone')], [say('Going on.')]));
    const id = await begin(stage, hub, 'clean up');
    const view = await hub.waitFor(id, 'the end', ({ status }) => status === 'ended');
    expect(view.interactions[0]?.answer).toMatchObject({ ...byRule('no deleting'), decision: 'deny' });
    expect(view.warnings.map(({ code }) => code)).toContain('stopped_by_rule');
    expect(stage.requests).toHaveLength(1);
  });

  rulesTest('in plan mode no rule allows a write', async ({ stage, hub }) => {
    writePolicy(hub, { name: 'everything', match: { tool: '*' }, decide: 'allow' });
    stage.play(
      scene(
        'plan it',
        [call('Write', { file_path: `${stage.project}/a.txt`, content: 'x' })],
        [say('Done.')],
      ),
    );
    await begin(stage, hub, 'plan it', { permission_mode: 'plan' });
    const open = await waitForInteraction(hub, 'the ask', isOpen);
    expect(open).toMatchObject({ tool_name: 'Write', permission_mode: 'plan' });
    await refuse(hub, open);
  });
});

describe('a plain terminal session, not started by us', () => {
  rulesTest('what a rule allows runs with no hand on the terminal', async ({ stage, hub }) => {
    writePolicy(hub, TOUCH);
    stage.play(scene('make it', [bash('touch a.txt')], [say('All done.')]));
    const terminal = await beginInTerminal(stage, hub, 'make it');
    await terminal.waitForScreen(/All done/);
    expect(existsSync(join(stage.project, 'a.txt'))).toBe(true);
    const asked = await waitForInteraction(hub, 'proof', ({ answer }) => answer?.applied === 'confirmed');
    expect(asked.answer).toMatchObject({ ...byRule('make files'), route: 'hook', decision: 'allow' });
  });

  rulesTest('a denial with words reaches the model', async ({ stage, hub }) => {
    writePolicy(hub, {
      name: 'no files',
      match: { tool: 'Bash' },
      decide: { deny: 'Write it down instead.' },
    });
    stage.play(scene('make it', [bash('touch a.txt')], [say('I see.')]));
    const terminal = await beginInTerminal(stage, hub, 'make it');
    await terminal.waitForScreen(/I see/);
    expect(told(stage)).toMatchObject({ isError: true, text: 'Write it down instead.' });
  });

  rulesTest('a rule stops the session, its process included', async ({ stage, hub }) => {
    writePolicy(hub, { name: 'no deleting', match: { command: 'rm' }, decide: 'stop_session' });
    stage.play(scene('clean up', [bash('rm -rf gone')], [say('Going on.')]));
    const terminal = await beginInTerminal(stage, hub, 'clean up');
    await terminal.waitForExit();
    const asked = await waitForInteraction(hub, 'the answer', isAnswered);
    expect(asked.answer).toMatchObject({ ...byRule('no deleting'), decision: 'deny' });
  });

  rulesTest('an unattended run is decided at once, in any case', async ({ stage, hub }) => {
    writePolicy(hub, TOUCH);
    expect((await hub.run('install', '--no-deny-rules')).code).toBe(0);
    stage.play(scene('make it', [bash('touch a.txt')], [bash('mkdir b')], [say('All done.')]));
    const args = ['-p', '--permission-mode', 'manual', 'make it'];
    const options = { cwd: stage.project, env: { ...stage.env }, timeout: 60_000 };
    const run = promisify(execFile)(stage.claudeBinary, args, options);
    run.child.stdin?.end();
    expect((await run).stdout).toContain('All done.');
    expect(existsSync(join(stage.project, 'a.txt'))).toBe(true);
    expect(existsSync(join(stage.project, 'b'))).toBe(false);
    const asked = (await interactions(hub)).find(({ input }) => input['command'] === 'touch a.txt');
    expect(asked?.answer).toMatchObject(byRule('make files'));
  });

  rulesTest('an ask that holds Claude up is decided at once', async ({ stage, hub }) => {
    writePolicy(hub, TOUCH);
    expect((await hub.run('install')).code).toBe(0);
    stage.play(
      scene(
        'delegate',
        [call('Agent', { subagent_type: 'general-purpose', description: 'a', prompt: 'make it' })],
        [say('Sent.')],
      ),
      scene('make it', [bash('touch a.txt')], [say('Made.')]),
    );
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'], isPlain: true });
    await terminal.prompt('delegate');
    await waitUntil('the file', () => existsSync(join(stage.project, 'a.txt')));
    const asked = await waitForInteraction(hub, 'the answer', isAnswered);
    expect(asked.agent_id).toBeDefined();
    expect(asked.answer).toMatchObject(byRule('make files'));
  });
});
