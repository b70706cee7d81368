import { describe, expect, it } from 'vitest';
import { isNonEmptyText, isRecord, isText, listOf, recordOf, textOf } from './json-values.ts';

const VALUES = ['text', '', 7, true, null, undefined, ['a'], { a: 1 }];

describe('values of unknown type', () => {
  it('recognizes records, which are neither lists nor null', () => {
    expect(VALUES.filter(isRecord)).toEqual([{ a: 1 }]);
  });

  it('recognizes texts', () => {
    expect(VALUES.filter(isText)).toEqual(['text', '']);
    expect(VALUES.filter(isNonEmptyText)).toEqual(['text']);
  });

  it('reads a value of another type as an empty one', () => {
    expect(VALUES.map(recordOf)).toEqual([{}, {}, {}, {}, {}, {}, {}, { a: 1 }]);
    expect(VALUES.map(listOf)).toEqual([[], [], [], [], [], [], ['a'], []]);
    expect(VALUES.map(textOf)).toEqual(['text', '', '', '', '', '', '', '']);
  });
});
