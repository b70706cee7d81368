import { expect, test } from 'vitest';
import type { SlackSettings } from '../protocol/slack.ts';
import { People } from './people.ts';

const settings: SlackSettings = {
  threads: [],
  roles: { U1: 'viewer', S1: 'approver', S2: 'operator', S3: 'operator' },
};

function peopleWith(
  groups: Readonly<Record<string, readonly string[]>>,
  chosen: SlackSettings | null = settings,
) {
  return new People({
    teams: new Set(['T1']),
    settings: async () => chosen,
    api: {
      async call(method, { usergroup, user } = {}) {
        if (method === 'users.info')
          return { user: { name: 'login', profile: { display_name: `Name\u202e of ${user}` } } };
        const users = groups[String(usergroup)];
        if (!users) throw new Error('missing_scope');
        return { users };
      },
    },
  });
}

test('the own entry counts before groups, and the highest of several groups', async () => {
  const people = peopleWith({ S1: ['U1', 'U2', 'U3'], S2: ['U1', 'U3'] });
  expect((await people.find('U1', 'T1'))?.role).toBe('viewer');
  expect((await people.find('U2', 'T1'))?.role).toBe('approver');
  expect(await people.find('U3', undefined)).toEqual({
    id: 'U3',
    role: 'operator',
    name: 'Name<U+202E> of U3',
  });
});

test('nobody else has a role', async () => {
  expect(await peopleWith({ S1: ['U2'] }).find('U9', 'T1')).toBeUndefined();
  expect(await peopleWith({}).find('U2', 'T1')).toBeUndefined();
  expect(await peopleWith({ S1: ['U2'] }).find('U2', 'T9')).toBeUndefined();
  expect(await peopleWith({}, null).find('U1', 'T1')).toBeUndefined();
  expect(await peopleWith({}).find('constructor', 'T1')).toBeUndefined();
});
