import { expect } from 'vitest';
import { say, scene } from '../../stage/screenplay.ts';
import { stageTest } from '../stage-test.ts';

stageTest('a text turn', async ({ stage }) => {
  stage.play(scene('good morning', [say('Good morning to you.')]));
  const claude = stage.headless();
  claude.send('good morning');
  const result = await claude.nextResult();
  expect(result).toMatchObject({ subtype: 'success', is_error: false, result: 'Good morning to you.' });
  console.log(JSON.stringify(stage.transcript(result.session_id as string).map((r) => [r.type, r.uuid])));
});
