/** The Slack app with the real hub and the real Claude Code, against a Slack on loopback that checks every request. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClient } from '../../src/sdk/index.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { CHANNEL, type LoopbackSlack } from './loopback-slack.ts';
import { isOpen, type SlackStage, withSlack } from './slack-stage.ts';

const slackTest = stageTest.extend<{ world: SlackStage & { readonly hub: StageHub } }>({
  world: ({ stage }, use) => withSlack(stage, (env) => startStageHub(stage, 'reins-home', env), use),
});

const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: `Make ${name}` });
const made = (stage: Stage, name: string) => existsSync(join(stage.project, name));
/** Whether the model received this text as the result of a call. */
const received = (stage: Stage, what: RegExp) =>
  waitUntil(`the model to receive ${what}`, () =>
    stage.requests.some(({ hearing }) => hearing.toolResults.some(({ text }) => what.test(text))),
  );

slackTest('requests: the first answer counts, and everyone sees whose', async ({ stage, world }) => {
  const { slack, hub, ada, bob, eve, thread, message } = world;
  const plan = call('Write', ({ allText }) => ({
    file_path: planFileIn(allText),
    content: '# The plan\n\n1. Test',
  }));
  const questions = [
    {
      question: 'Which parts?',
      header: 'Parts',
      multiSelect: true,
      options: [
        { label: 'Auth', description: 'Login' },
        { label: 'Mail', description: 'Letters' },
      ],
    },
  ];
  stage.play(
    scene('make one', [touch('one.txt')], [say('Made **one**.')]),
    scene('make two', [touch('two.txt')], [say('Made two.')]),
    scene('make three', [touch('three.txt')], [say('I see.')]),
    scene('make four', [touch('four.txt')], [say('Edited.')]),
    scene('ask me', [call('AskUserQuestion', { questions })], [say('Thanks.')]),
    scene('plan it', [plan], [call('ExitPlanMode', {})], [call('ExitPlanMode', {})], [say('Now I start.')]),
  );
  const { token } = await hub.client.tokens.add('phone', 'operator');
  const phone = createClient({ url: () => hub.url, token });
  const { session_id } = await hub.client.createSession({
    cwd: stage.project,
    driver: 'stream',
    prompt: 'make one',
  });

  // Unknown users may do nothing; Slack gives the same press twice; the phone sees who won.
  const one = await message(/touch one\.txt/, isOpen);
  expect(await thread()).toMatchObject({ channel: CHANNEL });
  await eve.press(one, /^Allow$/);
  expect(eve.notices.join()).toContain('no role');
  expect((await phone.interactions({ state: 'open' })).items).toHaveLength(1);
  await bob.press(one, /^Allow$/, 2);
  await message(/touch one\.txt[\s\S]*allowed by Bob via slack/);
  await waitUntil('the file', () => made(stage, 'one.txt'));
  const [closed] = (await phone.interactions({ session: session_id })).items;
  expect(closed?.answer).toMatchObject({
    decision: 'allow',
    by: { name: 'Bob via slack', id: 'token:slack' },
  });
  expect((await phone.audit()).items.map(({ by, what }) => [by?.name, what])).toEqual([
    ['Bob via slack', 'answered'],
  ]);
  await message(/Made \*one\*/);
  await message(/Done after .*\$/);
  await message(/✓ Run `touch one\.txt`/);

  // The phone is first: the card says so, and a press that was on its way is refused.
  const thread_ = await thread();
  await ada.reply(thread_, 'make two');
  const two = await message(/touch two\.txt/, isOpen);
  const blocks = structuredClone(two.blocks);
  const [open] = (await phone.interactions({ state: 'open' })).items;
  await phone.answer(open?.id ?? '', { decision: 'allow' });
  await message(/touch two\.txt[\s\S]*allowed by phone/);
  await ada.press({ ...two, blocks }, /^Deny$/);
  await waitUntil('a refusal', () => ada.notices.some((text) => /too late.*by phone/.test(text)));

  // A reason reaches the model. Approvers may not edit, operators may.
  await message(/Made two/);
  await ada.reply(thread_, 'make three');
  const reason = await bob.press(await message(/touch three\.txt/, isOpen), /reason/);
  expect(await bob.submit(reason ?? {}, { reason: 'Use a branch.' })).toEqual({});
  await received(stage, /Use a branch\./);
  await message(/denied by Bob via slack: Use a branch\./);
  await message(/I see/);
  await ada.reply(thread_, 'make four');
  const four = await message(/touch four\.txt/, isOpen);
  await bob.submit((await bob.press(four, /^Edit$/)) ?? {}, { text: 'touch changed.txt' });
  await waitUntil('a refusal', () =>
    bob.notices.some((text) => text.includes('approver role does not allow editing')),
  );
  await ada.submit((await ada.press(four, /^Edit$/)) ?? {}, { text: 'touch changed.txt' });
  await message(/allowed \(edited\) by Ada via slack/);
  await message(/Edited\./);
  expect([made(stage, 'changed.txt'), made(stage, 'four.txt')]).toEqual([true, false]);

  // A multiple choice and a custom answer, from the home tab.
  await ada.openHome();
  expect(JSON.stringify(ada.home)).toContain('No pending requests');
  await ada.reply(thread_, 'ask me');
  // The thread shows the outcome of requests that it showed while they were open.
  await message(/Claude asks|Claude has a question/, isOpen);
  const asked = await ada.pressAtHome(/^Answer/);
  await ada.submit(asked ?? {}, { question_1: ['Auth'], question_1_other: 'Fax' });
  await received(stage, /Auth, ?Fax/);
  await message(/answered by Ada via slack: Auth, Fax/);
  await waitUntil('an empty home tab', () => JSON.stringify(ada.home).includes('No pending requests'));
  await message(/Thanks/);

  // A plan is a file. A rejection carries its feedback, an approval the mode.
  expect(await ada.command(`mode ${session_id.slice(0, 8)} plan`)).toContain('Plan mode');
  await ada.reply(thread_, 'plan it');
  const first = await message(/Claude has a plan/, isOpen);
  expect([...slack.files.values()].map(({ text }) => text)).toEqual(['# The plan\n\n1. Test']);
  await bob.submit((await bob.press(first, /feedback/)) ?? {}, { feedback: 'Shorter.' });
  await received(stage, /Shorter\./);
  await message(/rejected by Bob via slack: Shorter\./);
  await ada.press(await message(/Claude has a plan/, isOpen), /Accept edits/);
  await message(/approved \(mode acceptEdits\) by Ada via slack/);
  await message(/Now I start/);
  // Replies are not repeated by the app, and nothing was shown twice.
  const texts = slack.messages.map(({ text }) => text);
  expect(texts.filter((text) => /^Prompt: (?!make one)/.test(text))).toEqual([]);
  expect(texts.filter((text) => text === 'Made **one**.')).toHaveLength(1);
});

slackTest('limits, lost responses, disconnects and restarts: nothing twice', async ({ stage, world }) => {
  const { slack, hub, ada, eve, thread, message } = world;
  const long = Array.from({ length: 900 }, (_, line) => `Line ${line} of a long answer.`).join('\n\n');
  const secret = 'sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  stage.play(
    scene('say it', [say(`The key is ${secret}, for <!channel>.`)]),
    scene('say more', [say(long)]),
    scene('after the restart', [say('Still here.')]),
    scene('look at this', [say('A picture.')]),
    scene('make one', [touch('one.txt')], [say('Made.')]),
  );
  // The app posts although Slack limits it, and asks Slack about a message whose response was lost.
  slack.fail('chat.postMessage', { kind: 'limit', seconds: 1 }, { kind: 'lose' });
  slack.fail('files.completeUploadExternal', { kind: 'lose' });
  const started = await ada.command(`new ${stage.project} say it`, 2);
  expect(started).toContain('Started session');
  await message(/The key is \[masked[^<]*&lt;!channel&gt;/);
  expect(slack.messages.filter(({ thread_ts }) => thread_ts === undefined)).toHaveLength(1);
  expect((await hub.client.list()).items).toHaveLength(1);
  expect(JSON.stringify(slack.messages)).not.toContain('sk-ant-api03');
  const root = await thread();

  // A long answer is a file; a repeated event is one prompt.
  await ada.reply(root, 'say more', [], 3);
  await message(/Line 0 of a long answer/);
  await waitUntil('the file', () => [...slack.files.values()].some(({ share }) => share !== undefined));
  await message(/Done after/, ({ ts }) => ts > (slack.messages.findLast(({ file }) => file)?.ts ?? ''));
  expect(stage.requests.filter(({ hearing }) => hearing.allText.includes('say more'))).toHaveLength(1);
  expect(slack.messages.filter(({ file }) => file !== undefined)).toHaveLength(1);

  // The connection moves; the hub is killed and its app with it; Slack delivers again what it already has.
  slack.disconnect();
  await ada.reply(root, '!look at this', [png(slack)], 2);
  const picture = await message(/A picture/);
  expect(JSON.stringify(stage.requests.at(-1)?.body)).toContain('image/png');
  // What the hub has not posted by then, it posts after its restart.
  await message(/Done after/, ({ ts }) => ts > picture.ts);
  await hub.kill();
  const before = slack.messages.length;
  await hub.restart();
  await ada.reply(root, 'after the restart');
  await message(/Still here/);
  const since = () => slack.messages.slice(before).map(({ text }) => text.replace(/ after .*/, ''));
  await waitUntil('the end of the turn', () => since().includes('Done'));
  expect(since()).toEqual(['Still here.', 'Done']);
  // The hub runs the app, so a person cannot start a second one.
  expect(await hub.run('slack')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already running'),
  });

  // Nobody else may prompt; the session ends and a reply resumes it.
  await eve.reply(root, 'make one');
  await waitUntil('a refusal', () => eve.notices.some((text) => text.includes('no role')));
  expect(await ada.command('ls')).toMatch(/idle · /);
  const id = (await hub.client.list()).items[0]?.session_id ?? '';
  expect(await ada.command(`stop ${id}`)).toContain('Stopped');
  await message(/· ended ·/, ({ thread_ts }) => thread_ts === undefined);
  await ada.reply(root, 'make one');
  await ada.press(await message(/touch one\.txt/, isOpen), /^Allow$/);
  await message(/Made\./);
  expect(made(stage, 'one.txt')).toBe(true);
});

/** A picture that a person adds to a reply. */
function png(slack: LoopbackSlack): Record<string, unknown> {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  slack.downloads.set('/files/shot.png', bytes);
  const url = `${slack.url}/files/shot.png`;
  return { id: 'F9', name: 'shot.png', mimetype: 'image/png', size: bytes.length, url_private_download: url };
}

/** Claude Code names the plan file among the reminders of plan mode. */
function planFileIn(text: string): string {
  return /\/\S+\/plans\/[\w.-]+\.md/.exec(text)?.[0] ?? '';
}
