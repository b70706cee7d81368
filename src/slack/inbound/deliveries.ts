/** Everything that Slack delivers: checks who did it, acknowledges it, and turns it into jobs, modals and views. */
import { listOf, recordOf, textOf } from '../../lib/json-values.ts';
import type { DeviceRole } from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { SlackApi } from '../api/slack-api.ts';
import type { Delivery } from '../api/socket-connection.ts';
import { plain } from '../blocks/blocks.ts';
import { LIMITS } from '../blocks/limits.ts';
import { isErrors, isModal, type Modal, ModalValues } from '../cards/card-kind.ts';
import { actionIn, cardKindOf } from '../cards/request-card.ts';
import { type HomeTab, NO_ROLE } from '../home-tab.ts';
import type { SlackHub } from '../hub.ts';
import type { Journal } from '../journal.ts';
import { mayDo, type People, type Person } from '../people.ts';
import type { Jobs } from './jobs.ts';
import type { Replies, ReplyPlace } from './replies.ts';
import { NEEDED_ROLE, readSlashCommand } from './slash-commands.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface DeliveriesOptions {
  readonly api: SlackApi;
  readonly hub: SlackHub;
  readonly journal: Journal;
  readonly people: People;
  readonly jobs: Jobs;
  readonly replies: Replies;
  readonly home: HomeTab;
}

export class Deliveries {
  readonly #options: DeliveriesOptions;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /** Acknowledges once the job is recorded. */
  async take({ type, body, ack }: Delivery): Promise<void> {
    if (type === 'interactive' && body['type'] === 'view_submission') return this.#submit(body, ack);
    if (type === 'events_api') await this.#event(recordOf(body['event']));
    else if (type === 'slash_commands') await this.#command(body);
    else if (type === 'interactive' && body['type'] === 'block_actions') await this.#press(body);
    await ack();
  }

  async #event(event: Fields): Promise<void> {
    const { journal, jobs, home } = this.#options;
    if (event['type'] === 'app_home_opened' && event['tab'] === 'home')
      return home.open(textOf(event['user']));
    if (event['type'] !== 'message' || event['bot_id'] !== undefined) return;
    const subtype = event['subtype'];
    if (subtype !== undefined && subtype !== 'file_share' && subtype !== 'thread_broadcast') return;
    const [channel, ts, thread] = [event['channel'], event['ts'], event['thread_ts']].map(textOf) as [
      string,
      string,
      string,
    ];
    const session = thread === '' || thread === ts ? undefined : journal.sessionOf(channel, thread);
    if (session === undefined) return;
    const user = textOf(event['user']);
    const reply: ReplyPlace = { in: 'thread', user, channel, thread };
    const person = await this.#person(user, event['user_team'] ?? event['team'], 'operator', reply);
    if (!person) return;
    const files = listOf(event['files'])
      .map(recordOf)
      .map((file) => ({
        name: textOf(file['name']) || 'file',
        mimetype: textOf(file['mimetype']),
        size: Number(file['size'] ?? 0),
        url: textOf(file['url_private_download']) || textOf(file['url_private']),
      }));
    const text = textOf(event['text']);
    jobs.add(`message ${channel} ${ts}`, { type: 'prompt', person, reply, session, ts, text, files });
  }

  async #command(body: Fields): Promise<void> {
    const reply: ReplyPlace = { in: 'command', url: textOf(body['response_url']) };
    const command = readSlashCommand(textOf(body['text']));
    const user = textOf(body['user_id']);
    const person = await this.#person(user, body['team_id'], NEEDED_ROLE[command.verb], reply);
    if (!person) return;
    const channel = textOf(body['channel_id']);
    this.#options.jobs.add(`command ${textOf(body['trigger_id'])}`, {
      type: 'command',
      person,
      reply,
      command,
      channel,
    });
  }

  async #press(body: Fields): Promise<void> {
    const { hub, jobs, replies } = this.#options;
    const [pressed] = listOf(body['actions']).map(recordOf);
    const action = actionIn(textOf(pressed?.['action_id']));
    if (!pressed || action === undefined) return;
    const { id: user, team_id } = recordOf(body['user']);
    const reply = placeOf(body, textOf(user));
    const person = await this.#person(textOf(user), team_id, 'approver', reply);
    if (!person) return;
    const interaction = textOf(pressed['value']);
    try {
      const pending = await hub.interaction(interaction);
      const answer = cardKindOf(pending).press(pending, action);
      if (answer === undefined) return;
      if (isModal(answer))
        return await this.#open(answer, textOf(body['trigger_id']), { interaction, reply });
      const key = `press ${interaction} ${textOf(user)} ${textOf(pressed['action_ts'])}`;
      jobs.add(key, { type: 'answer', person, reply, interaction, body: answer });
    } catch (error) {
      await replies.send(reply, (error as Error).message);
    }
  }

  async #open({ modal, title, submit, blocks }: Modal, trigger: string, about: object): Promise<void> {
    const view = {
      type: 'modal',
      callback_id: modal,
      private_metadata: JSON.stringify(about),
      title: plain(title, LIMITS.modalTitle),
      submit: plain(submit, LIMITS.modalTitle),
      close: plain('Cancel', LIMITS.modalTitle),
      blocks,
    };
    await this.#options.api.call('views.open', { trigger_id: trigger, view });
  }

  async #submit(body: Fields, ack: Delivery['ack']): Promise<void> {
    const { hub, jobs } = this.#options;
    const view = recordOf(body['view']);
    const { interaction, reply } = readAbout(textOf(view['private_metadata']));
    const { id: user, team_id } = recordOf(body['user']);
    const person = reply && (await this.#person(textOf(user), team_id, 'approver', reply));
    if (!person || !reply) return ack();
    try {
      const pending = await hub.interaction(interaction);
      const values = new ModalValues(recordOf(view['state'])['values']);
      const answer = cardKindOf(pending).submit(pending, textOf(view['callback_id']), values);
      if (isErrors(answer)) return await ack({ response_action: 'errors', errors: answer.errors });
      const key = `submit ${textOf(view['id'])}`;
      jobs.add(key, { type: 'answer', person, reply, interaction, body: answer });
      await ack();
    } catch (error) {
      if (!(error instanceof ReinsError)) throw error;
      const [block] = listOf(view['blocks']).map((one) => textOf(recordOf(one)['block_id']));
      await ack({ response_action: 'errors', errors: { [block ?? '']: error.message } });
    }
  }

  /** Undefined if they may not do it; they get a reply then. */
  async #person(
    user: string,
    team: unknown,
    need: DeviceRole,
    reply: ReplyPlace,
  ): Promise<Person | undefined> {
    const { people, replies } = this.#options;
    const person = await people.find(user, typeof team === 'string' ? team : undefined);
    if (person && mayDo(person.role, need)) return person;
    const why = person ? `Your role in Reins is ${person.role}. This needs the role ${need}.` : NO_ROLE;
    await replies.send(reply, why).catch(() => {});
    return undefined;
  }
}

/** Where the pressed button is: in a thread, or on the home tab. */
function placeOf(body: Fields, user: string): ReplyPlace {
  const container = recordOf(body['container']);
  const channel = textOf(container['channel_id']);
  if (channel === '') return { in: 'home', user };
  const thread = textOf(container['thread_ts']) || undefined;
  return { in: 'thread', user, channel, thread };
}

function readAbout(metadata: string): { readonly interaction: string; readonly reply?: ReplyPlace } {
  try {
    const { interaction, reply } = recordOf(JSON.parse(metadata));
    return { interaction: textOf(interaction), reply: reply as ReplyPlace };
  } catch {
    return { interaction: '' };
  }
}
