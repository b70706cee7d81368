import { expect, test } from 'vitest';
import type { RuleTime } from '../../protocol/policy.ts';
import { timeMatches } from './match-time.ts';

const [THU, FRI, SAT] = [19, 20, 21];

test.each<[RuleTime, [number, number, number], boolean]>([
  [{ from: '09:00', to: '17:30' }, [THU, 9, 0], true],
  [{ from: '09:00', to: '17:30' }, [THU, 17, 29], true],
  [{ from: '09:00', to: '17:30' }, [THU, 17, 30], false],
  [{ from: '09:00', to: '17:30' }, [THU, 8, 59], false],
  [{ days: ['thu'] }, [THU, 0, 0], true],
  [{ days: ['thu'] }, [FRI, 0, 0], false],
  [{ days: ['fri'], from: '22:00', to: '06:00' }, [FRI, 23, 0], true],
  [{ days: ['fri'], from: '22:00', to: '06:00' }, [SAT, 5, 59], true],
  [{ days: ['fri'], from: '22:00', to: '06:00' }, [SAT, 6, 0], false],
  [{ days: ['fri'], from: '22:00', to: '06:00' }, [FRI, 5, 0], false],
  [{ days: ['fri'], from: '22:00', to: '06:00' }, [SAT, 23, 0], false],
  [{ from: '22:00', to: '06:00' }, [THU, 12, 0], false],
  [{ from: '22:00', to: '06:00' }, [THU, 3, 0], true],
])('%j on %j: %j', (time, [day, hour, minute], expected) => {
  expect(timeMatches(time, new Date(2026, 10, day, hour, minute))).toBe(expected);
});
