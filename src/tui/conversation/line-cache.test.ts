import { expect, test } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import { LineCache } from './line-cache.ts';
import type { PaneRow } from './pane-rows.ts';

const row = (id: number): PaneRow => ({
  ...{ id: `r${id}`, depth: 0, row: { kind: 'writing', id: `r${id}`, text: 'words' } },
});
const layout = {
  ...{ style: PLAIN, width: 40, cwd: '', isBusy: false },
  asking: new Set<string>(),
};

test('evicts removed rows and lays out current rows only once', () => {
  const cache = new LineCache();
  const lines = Array.from({ length: 900 }, (_, id) => cache.linesOf(row(id), 'closed', layout));
  cache.forgetOthers([row(899)]);
  expect(cache.linesOf(row(899), 'closed', layout)).toBe(lines[899]);
  expect(cache.linesOf(row(0), 'closed', layout)).not.toBe(lines[0]);
});
