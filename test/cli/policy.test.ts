/** `reins policy` as an operator uses it: rules are tested before they apply, and errors name file and line. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { reinsTest } from '../reins-process.ts';
import { begin, isOpen, rulesTest, waitForInteraction } from '../rules/rules-stage.ts';

const LOOK = { name: 'look around', match: { command: ['ls *', 'git log *'] }, decide: 'allow' };
const bash = (command: string) => call('Bash', { command, description: 'x' });

rulesTest('rules are tested on past requests, set, and shown', async ({ stage, hub }) => {
  stage.play(scene('look', [bash('mkdir made')], [say('Done.')]));
  const id = await begin(stage, hub, 'look');
  const open = await waitForInteraction(hub, 'the request', isOpen);
  await hub.ask('POST', `/interactions/${open.id}/answer`, { decision: 'deny' });
  await hub.waitFor(id, 'the turn', hasTurn('look', 'completed'));

  expect((await hub.run('policy')).stdout).toBe('There are no rules: you are asked about everything.\n');
  const file = join(stage.folder, 'mine.json');
  const making = { name: 'make folders', match: { command: 'mkdir *' }, decide: 'allow' };
  writeFileSync(file, JSON.stringify({ rules: [LOOK, making] }, null, 2));
  const tried = await hub.run('policy', 'test', file);
  expect(tried.code, tried.stderr).toBe(0);
  expect(tried.stdout).toContain('Of 1 past request, these rules would have decided: allow 1;');
  expect(tried.stdout).toMatch(/wider +deny +allow +make folders +Bash mkdir made/);
  expect(JSON.parse((await hub.run('policy', 'test', '--json')).stdout).counts.would).toEqual({ ask: 1 });

  expect((await hub.run('policy', 'set', file)).stdout).toBe('2 rules are in force.\n');
  expect((await hub.run('policy')).stdout).toMatch(
    /1 +look around +allow +the command is ls \* or git log \*/,
  );
  expect((await hub.run('status')).stdout).toContain('2 rules answer for you');
  expect(await hub.run('policy', 'set', file, '--if-version', 'old')).toMatchObject({ code: 1 });
  const explained = await hub.run('policy', 'explain', '--command', 'ls src && rm -rf /');
  expect(explained.stdout).toMatch(/^ask: No rule matches/);
  const flagged = await hub.run('policy', 'explain', '--command', `ls ${hub.home}`);
  expect(flagged.stdout).toMatch(
    /^ask: Rule "look around" would allow it, but .*\nThis accesses Reins itself/,
  );
});

reinsTest('every command reports an error with its file and line', async ({ user }) => {
  await user.reins(['up', '--port', '0']).waitForOutput(/up at (\S+)/);
  const file = join(user.folder, 'wrong.json');
  const text = '{\n  "rules": [\n    {"name": "a", "match": {"tol": "Bash"}, "decide": "allow"}\n  ]\n}\n';
  writeFileSync(file, text);
  const run = (...args: string[]) => user.reins(args).exited;
  for (const command of ['set', 'test']) {
    const { code, stderr } = await run('policy', command, file);
    expect(code).toBe(1);
    expect(stderr).toContain(`${file}:3: rules[0].match.tol: unknown key.`);
  }
  writeFileSync(join(user.reinsHome, 'policy.json'), text);
  const shown = await run('policy');
  expect(shown.code).toBe(1);
  expect(shown.stdout).toContain('policy.json:3: rules[0].match.tol');
  expect((await run('status')).stdout).toMatch(/no rule applies, the file is invalid: policy\.json:3/);
  expect((await run('doctor')).stdout).toMatch(/warn +Rules +no rule applies: .*policy\.json:3/);
  expect((await run('policy', 'explain', '--command', 'ls')).stderr).toContain('policy.json:3');
  expect((await run('policy', 'explain')).code).toBe(2);
  expect((await run('policy', 'test', '--since', 'yesterday')).code).toBe(2);
});
