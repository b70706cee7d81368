import { expect, test } from 'vitest';
import type { Item } from '../../protocol/conversation.ts';
import { fileChanges } from './file-changes.ts';

const at = '2026-01-01T00:00:00.000Z';
const tool = (name: string, input: object, details: unknown, rest: object = {}) =>
  ({ kind: 'tool', id: name, at, position: 1, name, input, details, finished_at: at, ...rest }) as Item;

test('lists changes by file in order, a new file as added lines, without failed calls and reads', () => {
  const hunk = (line: string) => [{ lines: [`-${line}`, `+${line}!`] }];
  const turns = [
    {
      items: [
        tool('Edit', {}, { filePath: '/a', structuredPatch: hunk('one') }),
        tool('Write', { content: 'new\n' }, { filePath: '/b', structuredPatch: [] }),
        tool('Edit', {}, { filePath: '/c', structuredPatch: hunk('x') }, { is_error: true }),
        tool('Read', {}, { file: { filePath: '/d' } }),
      ],
    },
    { items: [tool('Edit', {}, { filePath: '/a', structuredPatch: hunk('two') })] },
  ];
  expect([...fileChanges(turns)]).toEqual([
    [
      '/a',
      [
        [
          { kind: 'removed', text: 'one' },
          { kind: 'added', text: 'one!' },
        ],
        [
          { kind: 'removed', text: 'two' },
          { kind: 'added', text: 'two!' },
        ],
      ],
    ],
    ['/b', [[{ kind: 'added', text: 'new', number: 1 }]]],
  ]);
});
