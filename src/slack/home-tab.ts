/** The home tab of each person with a role: pending requests, answerable in place. */
import type { KnownBlock } from '@slack/web-api';
import { maskSecrets } from '../core/masking/mask-secrets.ts';
import { terminalWaitText, waitsInTerminal } from '../core/waits-in-terminal.ts';
import { projectName } from '../core/wording/shown-path.ts';
import { SHAPES } from '../core/wording/status-shapes.ts';
import { exactLine } from '../lib/hidden-characters.ts';
import { OneAtATime } from '../lib/one-at-a-time.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Session } from '../protocol/session.ts';
import type { SlackApi } from './api/slack-api.ts';
import { context, section } from './blocks/blocks.ts';
import { LIMITS } from './blocks/limits.ts';
import { escapeMrkdwn } from './blocks/mrkdwn.ts';
import { requestCard } from './cards/request-card.ts';
import type { SlackHub } from './hub.ts';
import type { Journal } from './journal.ts';
import type { People } from './people.ts';

export interface HomeTabOptions {
  readonly api: SlackApi;
  readonly hub: SlackHub;
  readonly journal: Journal;
  readonly people: People;
  readonly warn: (message: string) => void;
}

/** More than a person would look through. */
const WAITING_LISTED = 20;

export class HomeTab {
  readonly #options: HomeTabOptions;
  readonly #notes = new Map<string, string>();
  readonly #shown = new Map<string, string>();
  readonly #refreshing = new OneAtATime(() => this.#showAll());

  constructor(options: HomeTabOptions) {
    this.#options = options;
  }

  /** A person has opened it: from now on it follows the pending requests. */
  async open(user: string): Promise<void> {
    this.#options.journal.noteHome(user);
    this.#shown.delete(user);
    await this.#show(user);
  }

  async note(user: string, note: string): Promise<void> {
    this.#notes.set(user, note);
    await this.#show(user);
    this.#notes.delete(user);
  }

  refresh(): void {
    if (this.#options.journal.homes.size === 0) return;
    this.#refreshing
      .run()
      .catch((error: unknown) => this.#options.warn(`Home tab: ${(error as Error).message}`));
  }

  async #showAll(): Promise<void> {
    for (const user of this.#options.journal.homes) await this.#show(user);
  }

  async #show(user: string): Promise<void> {
    const { api, hub, people } = this.#options;
    const person = await people.find(user, undefined);
    const requests = person ? (await hub.client.interactions({ state: 'open' })).items : undefined;
    const waiting = person ? (await hub.client.list({ status: 'waiting', limit: WAITING_LISTED })).items : [];
    const inTerminals = waiting.filter((session) => waitsInTerminal(session, Date.now()));
    const view = { type: 'home', blocks: homeBlocks(requests, this.#notes.get(user), inTerminals) };
    const content = JSON.stringify(view);
    if (this.#shown.get(user) === content) return;
    await api.call('views.publish', { user_id: user, view });
    this.#shown.set(user, content);
  }
}

/** `requests` is undefined for a user without a role. */
export function homeBlocks(
  requests: readonly Interaction[] | undefined,
  note?: string,
  inTerminals: readonly Session[] = [],
): KnownBlock[] {
  const top = note === undefined ? [] : [section(escapeMrkdwn(maskSecrets(note)))];
  if (!requests) return [...top, section(NO_ROLE)];
  const answerable = requests.filter(({ routes }) => routes.length > 0);
  const waiting = inTerminals.map(terminalBlock);
  if (answerable.length === 0 && waiting.length > 0) return [...top, ...waiting];
  if (answerable.length === 0) return [...top, section('No pending requests.')];
  const blocks: KnownBlock[] = [...top, ...waiting, section(`*Pending requests: ${answerable.length}*`)];
  for (const [index, interaction] of answerable.entries()) {
    const { cwd = '', host } = interaction;
    const where = escapeMrkdwn(exactLine(maskSecrets(`${projectName(cwd)} · ${host}`)));
    const card = [{ type: 'divider' as const }, context(where), ...requestCard(interaction).blocks];
    if (blocks.length + card.length >= LIMITS.viewBlocks) {
      return [...blocks, context(`and ${answerable.length - index} more, in their threads`)];
    }
    blocks.push(...card);
  }
  return blocks;
}

/** A session that only its terminal can answer. */
function terminalBlock(session: Session): KnownBlock {
  const { title, cwd, host } = session;
  const words = [title || projectName(cwd), terminalWaitText(session), `${projectName(cwd)} · ${host}`];
  return section(
    `${SHAPES.waiting} ${words.map((part) => escapeMrkdwn(exactLine(maskSecrets(part)))).join(' · ')}`,
  );
}

export const NO_ROLE =
  'You have no role in Reins, so you cannot do anything here. Ask an operator to add you to the setting "slack".';
