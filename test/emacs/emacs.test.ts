/**
 * The Emacs package: its sources, its pure parts, and a story against a real hub and Claude Code, told in
 * against-hub.el. Emacs prints what it needs from this side.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Gate } from '../../stage/gate.ts';
import { asking, DB_FILE, flakyTest, PLAN } from '../../stage/plays.ts';
import { call, hold, say, scene, type ToolInput } from '../../stage/screenplay.ts';
import { bash, interactionTest as test } from '../cli/interaction-stage.ts';
import { runInEmacs } from './run-in-emacs.ts';

const FORMS = {
  command: process.execPath,
  args: [join(import.meta.dirname, '../interactions/form-server.mjs')],
};
const AGENT = { description: 'Count', prompt: 'count them', subagent_type: 'general-purpose' };

test('the sources compile without warnings and are documented; pure parts', async ({ stage }) => {
  await runInEmacs(['lint.el', 'units.el'], { ...stage.env, TMPDIR: stage.folder });
});

test('a story: overview, session, streaming, every kind of request, steering, a restart of the hub', async ({
  stage,
  hub,
}) => {
  mkdirSync(join(stage.project, 'src'));
  writeFileSync(join(stage.project, 'src/db.ts'), DB_FILE);
  const gate = new Gate();
  const asksFor = (prompt: string, tool: string, input: ToolInput, then: string) =>
    scene(prompt, [call(tool, input)], [say(then)]);
  const exit = call('ExitPlanMode', {});
  stage.play(
    flakyTest(stage.project),
    asking,
    scene('tell a story', [say('Once upon a time there was a hub.', { chunk: 16, gate })]),
    scene('and another', [say('Another one.')]),
    asksFor('please build', 'Bash', bash('npm run build'), 'All built.'),
    asksFor('please clean', 'Bash', bash('rm -r cache'), 'Understood.'),
    asksFor('please wait', 'Bash', bash('touch other.txt'), 'Not made.'),
    asksFor('please wait again', 'Bash', bash('touch again.txt'), 'All made.'),
    asksFor('fill it', 'mcp__forms__fill', {}, 'Filled in.'),
    scene(
      'plan it',
      [call('Write', ({ allText }) => ({ file_path: planFileIn(allText), content: PLAN }))],
      ...[[exit], [exit], [say('Now I start.')]],
    ),
    scene('ask a subagent', [call('Agent', { ...AGENT, run_in_background: false })], [say('It counted.')]),
    scene('count them', [call('Bash', bash('seq 1 3'))], [say('Three.')]),
    scene('take long', [say('Beginning now. '), hold()]),
  );
  const phone = await hub.ask('POST', '/tokens', { name: 'phone', role: 'operator' });
  const errands: Readonly<Record<string, () => Promise<unknown>>> = {
    'open the gate': async () => gate.open(),
    'deny on a phone': async () => {
      const { items } = await hub.ask('GET', '/interactions?state=open');
      await fetch(`${hub.url}/api/interactions/${items[0].id}/answer`, {
        method: 'POST',
        headers: { authorization: `Bearer ${phone.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ decision: 'deny' }),
      });
    },
    'kill the hub': () => hub.kill(),
    'start the hub': () => hub.restart('0'),
  };
  const env = {
    ...hub.env,
    STORY_PROJECT: stage.project,
    STORY_FORMS: JSON.stringify(FORMS),
  };
  await runInEmacs(['story.el', 'against-hub.el'], env, (line) => void errands[line]?.());

  const results = stage.requests.flatMap(({ hearing }) => hearing.toolResults.map(({ text }) => text));
  const model = results.join('\n');
  expect(model).toContain('clean by hand');
  expect(model).toContain('"Which database should the service use?"="SQLite"');
  expect(model).toContain('="Users, Mail"');
  expect(model).toMatch(/> 2\. Remove the file after each run\nkeep it on failure/);
  expect(model).toContain('4. Write it down');
  const content = { name: 'Ann', colour: 'green', agreed: true, count: 3, tags: ['a', 'c'] };
  expect(results).toContainEqual(JSON.stringify({ action: 'accept', content }));
});

/** Claude Code names the plan file in the reminders of plan mode. */
function planFileIn(text: string): string {
  return /\/\S+\/plans\/[\w.-]+\.md/.exec(text)?.[0] ?? '';
}
