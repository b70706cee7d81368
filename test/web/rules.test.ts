/** Rules are edited on the page, tested on past requests, and then apply. */
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { begin, pageTest } from './page-test.ts';

pageTest('a rule is tested on past requests, saved, and answers', async ({ stage, hub, device }) => {
  const touch = (name: string) =>
    scene(name, [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('Done.')]);
  stage.play(touch('first'), touch('second'));
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

  const second = await begin(stage, hub, 'second');
  await hub.waitFor(second, 'the turn', hasTurn('second', 'completed'));
  const { items } = await hub.client.interactions({ session: second });
  expect(items[0]?.answer?.by).toMatchObject({ type: 'rule', name: 'touching' });
});
