/** Every route, called by another host of the fleet: it may do what is about sessions, within its role, and nothing else. */
import { expect } from 'vitest';
import { SESSION, serverTest as test } from '../../../test/running-server.ts';
import type { Role } from '../../protocol/access.ts';
import { ROUTES } from '../../protocol/routes/all-routes.ts';
import { answerFleet } from '../answer-fleet.ts';
import { createApp } from '../app.ts';

/** Besides what is about one session or request. */
const OPEN = ['POST /api/sessions', 'GET /api/search', 'GET /api/usage'];

test('other hosts reach routes about sessions only', async ({ server }) => {
  const { answerHttp } = answerFleet(createApp(server.deps), server.deps);
  const call = async (key: string, role: Role) => {
    const [method = '', path = ''] = key.split(' ');
    const filled = path.replace(/:(\w+)/g, SESSION);
    const by = { id: 'fleet:aaaaaaaaaa:device:1', name: 'phone (home)', role };
    const response = await answerHttp({ method, path: filled, headers: {} }, Buffer.from(''), by);
    const { error } = (await response.json().catch(() => ({}))) as { error?: { code: string } };
    return error?.code;
  };
  const outcomes = await Promise.all(
    Object.entries(ROUTES).map(async ([key, { role }]) => ({
      ...{ key, role },
      asOperator: await call(key, 'operator'),
      asViewer: await call(key, 'viewer'),
    })),
  );
  const reached = outcomes.filter(({ asOperator }) => asOperator !== 'host_refused').map(({ key }) => key);
  const isAboutOne = (key: string) => /^\w+ \/api\/(sessions|interactions)\/:id/.test(key);
  expect(reached.filter((key) => !isAboutOne(key)).toSorted()).toEqual(OPEN.toSorted());
  const actions = outcomes.filter(({ key, role }) => reached.includes(key) && role !== 'viewer');
  expect(actions.length).toBeGreaterThan(10);
  for (const { key, asViewer } of actions) expect(asViewer, key).toBe('host_refused');
});
