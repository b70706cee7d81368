import { expect, test } from 'vitest';
import { describeLeftOut, leftOutEvents } from './left-out-events.ts';

test('a release that knows every event omits nothing', () => {
  expect(leftOutEvents('2.1.325')).toEqual([]);
  expect(describeLeftOut('2.1.83')).toBeUndefined();
});

test('describes what an older release lacks, including remote answers', () => {
  expect(describeLeftOut('2.1.82')).toBe('does not know FileChanged; no message can be relayed to it');
  expect(describeLeftOut('2.1.77')).toMatch(/^does not know StopFailure, FileChanged;/);
  expect(describeLeftOut('2.0.45')).not.toContain('can only be answered');
  expect(describeLeftOut('2.0.44')).toMatch(/PermissionRequest.*; its requests can only be answered in its own terminal/);
});
