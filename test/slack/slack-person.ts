/** A person in Slack: reads threads, presses buttons, fills in modals, replies and types commands. */
import { waitUntil } from '../../stage/patience.ts';
import { CHANNEL, type Fields, type LoopbackSlack, type SlackMessage, TEAM } from './loopback-slack.ts';

export class SlackPerson {
  readonly #slack: LoopbackSlack;
  readonly id: string;

  constructor(slack: LoopbackSlack, id: string) {
    this.#slack = slack;
    this.id = id;
  }

  /** Presses the button with this label; `times` repeats the delivery. Returns the modal, if one opens. */
  async press(message: SlackMessage, label: RegExp, times = 1): Promise<Fields | undefined> {
    const button = await waitUntil(`a button ${label}`, () =>
      buttonsOf(message.blocks).find(({ text }) => label.test(text)),
    );
    return this.#act(button, times, {
      type: 'message',
      channel_id: message.channel,
      message_ts: message.ts,
      thread_ts: message.thread_ts,
    });
  }

  async pressAtHome(label: RegExp): Promise<Fields | undefined> {
    const button = await waitUntil(`a button ${label} on the home tab`, () =>
      buttonsOf((this.home?.['blocks'] ?? []) as Fields[]).find(({ text }) => label.test(text)),
    );
    return this.#act(button, 1, { type: 'view' });
  }

  async #act(
    button: { action_id: string; value: string },
    times: number,
    container: Fields,
  ): Promise<Fields | undefined> {
    const slack = this.#slack;
    const before = slack.views.length;
    await slack.deliver(
      'interactive',
      {
        type: 'block_actions',
        team: { id: TEAM },
        user: { id: this.id, team_id: TEAM },
        container,
        trigger_id: slack.newTrigger(),
        actions: [{ type: 'button', ...button, action_ts: slack.nextTs() }],
      },
      times,
    );
    return slack.views[before];
  }

  /** `values` by block: a text, or the labels of the chosen options. Returns the errors. */
  async submit(view: Fields, values: Readonly<Record<string, string | readonly string[]>>): Promise<Fields> {
    const state = Object.fromEntries(
      ((view['blocks'] ?? []) as Fields[]).map((block) => {
        const id = String(block['block_id']);
        return [id, { input: stateOf(block['element'] as Fields, values[id]) }];
      }),
    );
    const answer = await this.#slack.deliver('interactive', {
      type: 'view_submission',
      team: { id: TEAM },
      user: { id: this.id, team_id: TEAM },
      view: { ...view, state: { values: state } },
    });
    return (answer['errors'] ?? {}) as Fields;
  }

  reply(thread: SlackMessage, text: string, files: readonly Fields[] = [], times = 1): Promise<Fields> {
    const slack = this.#slack;
    const event = {
      type: 'message',
      ...(files.length > 0 && { subtype: 'file_share', files }),
      channel: thread.channel,
      user: this.id,
      team: TEAM,
      text,
      ts: slack.nextTs(),
      thread_ts: thread.thread_ts ?? thread.ts,
    };
    const body = { type: 'event_callback', team_id: TEAM, event_id: `Ev${event.ts}`, event };
    return slack.deliver('events_api', body, times);
  }

  /** Returns the reply that only they see. */
  async command(text: string, times = 1): Promise<string> {
    const slack = this.#slack;
    const before = slack.responses.length;
    await slack.deliver(
      'slash_commands',
      {
        command: '/reins',
        text,
        team_id: TEAM,
        user_id: this.id,
        channel_id: CHANNEL,
        trigger_id: slack.newTrigger(),
        response_url: `${slack.url}/response`,
      },
      times,
    );
    return waitUntil('a reply to the command', () => slack.responses[before]);
  }

  async openHome(): Promise<void> {
    const event = {
      type: 'app_home_opened',
      user: this.id,
      tab: 'home',
      channel: 'D1',
      event_ts: this.#slack.nextTs(),
    };
    await this.#slack.deliver('events_api', { type: 'event_callback', team_id: TEAM, event });
  }

  get home(): Fields | undefined {
    return this.#slack.homes.get(this.id);
  }

  /** The messages that only they see. */
  get notices(): string[] {
    return this.#slack.ephemerals.filter(({ user }) => user === this.id).map(({ text }) => text);
  }
}

interface ShownButton {
  readonly action_id: string;
  readonly value: string;
  readonly text: string;
}

export function buttonsOf(blocks: readonly Fields[]): ShownButton[] {
  return blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => elements as Fields[])
    .map(({ action_id, value, text }) => ({
      action_id: String(action_id),
      value: String(value),
      text: String((text as Fields)['text']),
    }));
}

function stateOf(element: Fields, value: string | readonly string[] | undefined): Fields {
  const { type } = element;
  if (type === 'plain_text_input')
    return { type, value: typeof value === 'string' ? value : (element['initial_value'] ?? null) };
  const options = (element['options'] ?? []) as { text: { text: string }; value: string }[];
  const chosen = options.filter(({ text }) => [value ?? []].flat().includes(text.text));
  return type === 'checkboxes' || type === 'multi_static_select'
    ? { type, selected_options: chosen }
    : { type, selected_option: chosen[0] ?? null };
}
