/** A loopback Slack with three people, set up for the hub of a stage as the docs describe. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { startReins } from '../reins-process.ts';
import type { StageHub } from '../stage-hub.ts';
import { APP_TOKEN, BOT_TOKEN, CHANNEL, LoopbackSlack, type SlackMessage } from './loopback-slack.ts';
import { buttonsOf, SlackPerson } from './slack-person.ts';

export interface SlackStage {
  readonly slack: LoopbackSlack;
  /** An operator. */
  readonly ada: SlackPerson;
  /** An approver, through a user group. */
  readonly bob: SlackPerson;
  /** Has no role. */
  readonly eve: SlackPerson;
  /** The root of the only thread. */
  thread(): Promise<SlackMessage>;
  /** The first message that fits, once there is one. */
  message(what: RegExp, fits?: (message: SlackMessage) => boolean): Promise<SlackMessage>;
}

/** Everything that people see of a message. */
const shown = ({ text, blocks }: SlackMessage) => `${text}\n${JSON.stringify(blocks)}`;
export const isOpen = ({ blocks }: SlackMessage) => buttonsOf(blocks).length > 0;

/** Opens a Slack, starts the hub with its address, and closes both after `use`. */
export async function withSlack<Hub extends StageHub>(
  stage: Stage,
  startHub: (env: Readonly<Record<string, string>>) => Promise<Hub>,
  use: (world: SlackStage & { readonly hub: Hub }) => Promise<void>,
): Promise<void> {
  const slack = await LoopbackSlack.open();
  const hub = await startHub({ REINS_SLACK_API: slack.apiUrl });
  await setUp(slack, stage, hub);
  const message: SlackStage['message'] = (what, fits = () => true) =>
    waitUntil(
      `a message with ${what}`,
      () => slack.messages.findLast((one) => what.test(shown(one)) && fits(one)),
      { explain: () => `${slack.messages.map(shown).join('\n')}\n${hub.output()}` },
    );
  const person = (id: string) => new SlackPerson(slack, id);
  const people = { ada: person('U0ADA'), bob: person('U0BOB'), eve: person('U0EVE') };
  const thread = () => message(/./, ({ thread_ts }) => thread_ts === undefined);
  await use({ slack, hub, ...people, thread, message });
  await hub.kill('SIGTERM');
  // The processes never print a token, and Slack would accept every request.
  expect(hub.output()).not.toContain('loopbackloopback');
  expect(slack.violations).toEqual([]);
  expect(readFileSync(join(hub.home, 'slack-journal.jsonl'), 'utf8')).not.toContain('loopbackloopback');
  await slack.close();
}

async function setUp(slack: LoopbackSlack, stage: Stage, hub: StageHub): Promise<void> {
  slack.groups.set('S0APPROVERS', ['U0BOB']);
  const tokens = { SLACK_APP_TOKEN: APP_TOKEN, SLACK_BOT_TOKEN: BOT_TOKEN };
  const setup = await startReins(['slack', 'setup'], { ...hub.env, ...tokens }).exited;
  expect(setup).toMatchObject({ code: 0 });
  expect(`${setup.stdout}${setup.stderr}`).not.toContain('loopbackloopback');
  expect(JSON.parse(setup.stdout).settings.socket_mode_enabled).toBe(true);
  expect(statSync(join(hub.home, 'slack.json')).mode & 0o777).toBe(0o600);
  await hub.client.settings.change({
    slack: {
      threads: [{ folder: stage.project, to: CHANNEL }],
      roles: { U0ADA: 'operator', S0APPROVERS: 'approver' },
    },
  });
}
