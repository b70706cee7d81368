/** Rules are edited on the page, tested on past requests, and then apply. */
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { look } from './look.ts';
import { begin, pageTest } from './page-test.ts';

pageTest('a rule is tested on past requests, saved, and answers', async ({ stage, hub, device }) => {
  const touch = (name: string) =>
    scene(name, [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('Done.')]);
  const make = (name: string, folder: string) =>
    scene(name, [call('Bash', { command: `mkdir ${folder}`, description: 'x' })], [say('Done.')]);
  stage.play(touch('first'), touch('second'), make('third', 'one'), make('fourth', 'two'));
  const page = await device();
  const first = await begin(stage, hub, 'first');
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await hub.waitFor(first, 'the turn', hasTurn('first', 'completed'));

  await page.goto(new URL('/rules', hub.url).href);
  await page.getByText('No rules').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByLabel('policy.json');
  await field.fill('{"rules": [{"name": "touching", "match": {"comand": "touch *"}, "decide": "allow"}]}');
  await page.getByRole('button', { name: 'Test on past requests' }).click();
  await page
    .getByText(/comand/)
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await field.fill('{"rules": [{"name": "touching", "match": {"command": "touch *"}, "decide": "allow"}]}');
  await page.getByRole('button', { name: 'Test on past requests' }).click();
  await page.getByText('touching would allow what was not allowed').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Allows when the command is touch *.').waitFor();

  // The same in a form, with the JSON beside it.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'touching Allow' }).click();
  await page.getByLabel('Commands').fill('touch *\nls *');
  expect(JSON.parse(await field.inputValue()).rules[0].match).toEqual({ command: ['touch *', 'ls *'] });
  expect(await look(page, 'rule-editor')).toEqual([]);
  await page.getByRole('button', { name: 'Test on past requests' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Allows when the command is touch * or ls *.').waitFor();

  const second = await begin(stage, hub, 'second');
  await hub.waitFor(second, 'the turn', hasTurn('second', 'completed'));
  const { items } = await hub.client.interactions({ session: second });
  expect(items[0]?.answer?.by).toMatchObject({ type: 'rule', name: 'touching' });

  // A rule from a request: it shows what it would have allowed, and answers the next one.
  const third = await begin(stage, hub, 'third');
  await page.goto(new URL('/', hub.url).href);
  await page.getByRole('button', { name: 'Always allow like this' }).click();
  await page.getByLabel('Allow when the tool is Bash and the command is mkdir *').check();
  await page.getByText('It would have allowed no other past request.').waitFor();
  expect(await look(page, 'rule-from-card')).toEqual([]);
  await page.getByRole('button', { name: 'Save the rule and allow' }).click();
  await hub.waitFor(third, 'the turn', hasTurn('third', 'completed'));
  const { policy } = await hub.client.policy.get();
  expect(policy.rules.at(-1)).toMatchObject({
    name: 'Allow mkdir *',
    match: { tool: 'Bash', command: 'mkdir *', cwd: stage.project },
    decide: 'allow',
  });
  const fourth = await begin(stage, hub, 'fourth');
  await hub.waitFor(fourth, 'the turn', hasTurn('fourth', 'completed'));
  const { items: answered } = await hub.client.interactions({ session: fourth });
  expect(answered[0]?.answer?.by).toMatchObject({ type: 'rule', name: 'Allow mkdir *' });
});
