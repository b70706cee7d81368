import { expect } from 'vitest';
import { steeringTest } from './steering-fixture.ts';

steeringTest(
  'reports an expired login with a remedy in sessions that the hub controls',
  async ({ stage }) => {
    const { sessionId } = await stage.steering.create({ cwd: stage.folder }, 'operator');
    const failed = {
      type: 'api_failed',
      uuid: 'u',
      error: 'authentication_failed',
      message: 'Not logged in',
    } as const;
    stage.report(sessionId, failed, { key: 'one' });
    stage.report(sessionId, { ...failed, error: 'rate_limit' }, { key: 'two' });
    expect(stage.opened.reader.session(sessionId)?.warnings).toMatchObject([
      { code: 'login', message: expect.stringContaining('/login') },
    ]);

    const past = '00000000-0000-4000-8000-000000000001';
    stage.past(past);
    stage.report(past, failed, { key: 'three' });
    expect(stage.opened.reader.session(past)?.warnings).toEqual([]);
  },
);
