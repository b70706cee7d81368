/**
 * Slack users: their names, and their roles by the settings. A user's own entry counts; otherwise the highest
 * role of their user groups. Unknown users, guests of other workspaces and bots have none.
 */
import { exactLine } from '../lib/hidden-characters.ts';
import { listOf, recordOf, textOf } from '../lib/json-values.ts';
import type { DeviceRole } from '../protocol/devices.ts';
import type { SlackSettings } from '../protocol/slack.ts';
import type { SlackApi } from './api/slack-api.ts';
import { cutTo } from './blocks/limits.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: DeviceRole;
}

const LADDER: readonly DeviceRole[] = ['viewer', 'approver', 'operator'];
/** For how long names and group members are cached. */
const FRESH_MS = 60_000;
const NAME_LENGTH = 80;

export function mayDo(role: DeviceRole, need: DeviceRole): boolean {
  return LADDER.indexOf(role) >= LADDER.indexOf(need);
}

export interface PeopleOptions {
  readonly api: SlackApi;
  readonly settings: () => Promise<SlackSettings | null>;
  /** The workspace of the app, and its organization if it has one. */
  readonly teams: ReadonlySet<string>;
  readonly now?: () => number;
}

export class People {
  readonly #options: PeopleOptions;
  readonly #kept = new Map<string, { readonly at: number; readonly value: Promise<unknown> }>();

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** Undefined if the user may do nothing. `team` is the workspace that the user belongs to, if Slack names it. */
  async find(id: string, team: string | undefined): Promise<Person | undefined> {
    const { settings, teams } = this.#options;
    if (team !== undefined && !teams.has(team)) return undefined;
    const chosen = await settings();
    const role = chosen ? await this.#roleOf(id, chosen) : undefined;
    return role && { id, name: await this.#nameOf(id), role };
  }

  async #roleOf(id: string, { roles }: SlackSettings): Promise<DeviceRole | undefined> {
    const own = Object.hasOwn(roles, id) ? roles[id] : undefined;
    if (own) return own;
    const groups = Object.entries(roles).filter(([key]) => key.startsWith('S'));
    const found = await Promise.all(
      groups.map(async ([group, role]) => ((await this.#membersOf(group)).includes(id) ? [role] : [])),
    );
    return found.flat().sort((a, b) => LADDER.indexOf(b) - LADDER.indexOf(a))[0];
  }

  /** A group that cannot be read has no members. */
  #membersOf(group: string): Promise<string[]> {
    const { api } = this.#options;
    return this.#keep(`group ${group}`, async () => {
      const answer = await api.call('usergroups.users.list', { usergroup: group }).catch(() => ({}));
      return listOf(recordOf(answer)['users']).map(textOf);
    });
  }

  #nameOf(id: string): Promise<string> {
    const { api } = this.#options;
    return this.#keep(`user ${id}`, async () => {
      const answer = await api.call('users.info', { user: id }).catch(() => ({}));
      const user = recordOf(recordOf(answer)['user']);
      const profile = recordOf(user['profile']);
      const names = [profile['display_name'], profile['real_name'], user['real_name'], user['name']].map(
        textOf,
      );
      return cutTo(exactLine(names.find((name) => name.trim() !== '') ?? id), NAME_LENGTH);
    });
  }

  #keep<T>(key: string, read: () => Promise<T>): Promise<T> {
    const { now = Date.now } = this.#options;
    const known = this.#kept.get(key);
    if (known && now() - known.at < FRESH_MS) return known.value as Promise<T>;
    const value = read();
    this.#kept.set(key, { at: now(), value });
    return value;
  }
}
