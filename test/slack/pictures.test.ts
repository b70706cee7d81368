/**
 * The pictures in docs/slack.md, renewed by `node scripts/slack-pictures.mjs`: the messages that the app posts about the
 * real Claude Code, drawn by `draw-blocks.ts`. Not a test.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { waitUntil } from '../../stage/patience.ts';
import { asking, DB_FILE, migration } from '../../stage/plays.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { launchBrowser } from '../web/browser.ts';
import { blocksHtml, modalHtml, STYLE } from './draw-blocks.ts';
import { CHANNEL, type Fields, type SlackMessage } from './loopback-slack.ts';
import { isOpen, withSlack } from './slack-stage.ts';

const FOLDER = process.env['REINS_PICTURES'] ?? '';

const ANSWER = `The test failed because **two workers share one database**. Now each has its own file:

\`\`\`ts
return new Database('test-' + process.pid + '.sqlite');
\`\`\`

All 12 tests pass.`;

const flakyTest = (file_path: string) =>
  scene(
    'fix the flaky test',
    [say('I will look at how the tests open their database.'), call('Read', { file_path })],
    [
      call('Edit', {
        file_path,
        old_string: "'test.sqlite'",
        new_string: "'test-' + process.pid + '.sqlite'",
      }),
    ],
    [call('Bash', { command: 'ls src', description: 'List the sources' })],
    [say(ANSWER)],
  );

function messageHtml({ thread_ts, blocks }: SlackMessage): string {
  const place = thread_ts === undefined ? '' : 'reply';
  return `<article class="${place}"><div class="from">reins</div>${blocksHtml(blocks)}</article>`;
}

const cardHtml = (title: string, content: string) =>
  `<article class="card"><div class="from">${title}</div>${content}</article>`;

stageTest('the pictures in docs/slack.md', async ({ stage }) => {
  const api = stage.makeProject('api-server');
  const shop = stage.makeProject('web-shop');
  mkdirSync(join(api, 'src'));
  writeFileSync(join(api, 'src/db.ts'), DB_FILE);
  stage.play(flakyTest(`${api}/src/db.ts`), migration, asking);
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 700, height: 600 }, deviceScaleFactor: 1.25 });

  const draw = async (name: string, ...parts: string[]) => {
    // Names of a typical machine.
    const shown = parts.join('').replaceAll(dirname(api), '/home/ada/code').replaceAll(hostname(), 'laptop');
    await page.setContent(`<style>${STYLE}</style><main>${shown}</main>`);
    await page.locator('main').screenshot({ path: join(FOLDER, `slack-${name}.png`) });
  };

  await withSlack(
    stage,
    (env) => startStageHub(stage, 'reins-home', env),
    async ({ slack, hub, ada, bob, message }) => {
      await hub.client.settings.change({
        slack: {
          threads: [{ folder: dirname(api), to: CHANNEL }],
          roles: { U0ADA: 'operator', S0APPROVERS: 'approver' },
        },
      });
      await ada.command(`new ${api} fix the flaky test`);
      await bob.press(await message(/src\/db\.ts/, isOpen), /^Allow$/);
      const end = await message(/Done after .*\$/);
      await draw('thread', ...slack.messages.filter(({ ts }) => ts <= end.ts).map(messageHtml));

      await hub.client.createSession({ cwd: api, driver: 'stream', prompt: 'prepare the release' });
      const request = structuredClone(await message(/npm run migrate/, isOpen));
      await hub.client.createSession({ cwd: shop, driver: 'stream', prompt: 'choose a database' });
      const question = await message(/Which database/, isOpen);
      await ada.openHome();
      const home = await waitUntil('both requests on the home tab', () =>
        /migrate[\s\S]*Which database|Which database[\s\S]*migrate/.test(JSON.stringify(ada.home))
          ? ada.home
          : undefined,
      );
      await draw('home', cardHtml('Home', blocksHtml(home['blocks'] as Fields[])));

      const form = (await ada.press(question, /^Answer/)) ?? {};
      await draw('question', cardHtml('After “Answer…”', modalHtml(form)));
      const reason = (await bob.press(request, /reason/)) ?? {};
      await bob.submit(reason, { reason: 'Not on a Friday.' });
      const denied = await message(/npm run migrate[\s\S]*denied by Bob/);
      const shown = [cardHtml('While it waits', blocksHtml(request.blocks))];
      await draw('request', ...shown, cardHtml('After the answer', blocksHtml(denied.blocks)));
    },
  );
  await browser.close();
});
