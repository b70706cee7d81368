import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hookSet } from './hook-set.ts';
import { insertEntries, removeEntries } from './settings-edit.ts';
import { type SettingsHook, socketOf } from './settings-hooks.ts';

const SOCKET = '/home/me/.reins/hub.sock';
const hooks = hookSet({
  socket: SOCKET,
  forwarder: '/home/me/.reins/hooks/ask.sh',
  relay: '/home/me/.reins/hooks/relay.sh',
  bell: '/home/me/.reins/relay/bell',
});
const denyRules = ['Read(//home/me/.reins/**)', 'Edit(//home/me/.reins/**)'];
const isOurs = (hook: SettingsHook) => socketOf(hook) === SOCKET;
const insert = (text: string) => insertEntries(text, { hooks, denyRules });
const remove = (text: string, original?: string) => removeEntries(text, { isOurs, denyRules, original });

const foreign = { matcher: 'Bash', hooks: [{ type: 'command', command: 'lint.sh', timeout: 5 }] };

test('a new file contains only our entries', () => {
  for (const empty of ['', '\n', ' \r\n '])
    expect(insert(empty)).toBe(`${JSON.stringify({ hooks, permissions: { deny: denyRules } }, null, 2)}\n`);
});

describe('keeps the formatting of the file', () => {
  const parsed = { model: 'opus', hooks: { Stop: [foreign] }, permissions: { allow: ['Bash(ls)'] } };
  const expected = {
    model: 'opus',
    hooks: { ...hooks, Stop: [foreign, ...(hooks['Stop'] ?? [])] },
    permissions: { allow: ['Bash(ls)'], deny: denyRules },
  };
  const styles: Record<string, (value: unknown) => string> = {
    'two spaces': (value) => `${JSON.stringify(value, null, 2)}\n`,
    'four spaces, no final newline': (value) => JSON.stringify(value, null, 4),
    'tabs and CRLF': (value) => `${JSON.stringify(value, null, '\t')}\n`.replaceAll('\n', '\r\n'),
    'one line': (value) => JSON.stringify(value),
    'a byte order mark': (value) => `\ufeff${JSON.stringify(value, null, 2)}`,
  };
  test.each(Object.entries(styles))('%s', (_, print) => {
    const before = print(parsed);
    const after = insert(before);
    // Ours come last in each list; a program that reprints the whole file gives the same text.
    const { Stop, ...others } = expected.hooks;
    expect(after).toBe(print({ ...expected, hooks: { Stop, ...others } }));
    expect(remove(after)).toBe(before);
  });
});

test('unusual layouts change only where something is added', () => {
  const before = '{ "a" : 1,\n\n      "hooks" : { "Stop":[ ] , "Odd": [] }  ,"b":[1,2 ,3]\n }\n\n';
  const after = insert(before);
  expect(JSON.parse(after).hooks.Stop).toEqual(hooks['Stop']);
  expect(after).toMatch(/^\{ "a" : 1,\n\n {6}"hooks" : \{ "Stop":/);
  expect(after).toMatch(/"b":\[1,2 ,3\],/);
  expect(remove(after, before)).toBe(before);
});

test('keeps the user’s surrounding edits byte for byte', () => {
  const after = insert(`${JSON.stringify({ hooks: { Stop: [foreign] } }, null, 2)}\n`);
  const edited = after
    .replace('{\n', '{\n  "model": "opus",\n')
    .replace(
      '"hooks": [\n          {\n            "type"',
      '"hooks": [\n          { "type": "command", "command": "mine" },\n          {\n            "type"',
    );
  const left = remove(edited);
  expect(left).toContain('  "model": "opus",\n');
  expect(left).toContain('{ "type": "command", "command": "mine" },\n');
  expect(left).not.toContain('hub.sock');
  expect(Object.keys(JSON.parse(left))).toEqual(['model', 'hooks']);
});

test('removes our hook from a group that others joined', () => {
  const [ours] = hooks['Stop'] ?? [];
  const mixed = { hooks: { Stop: [{ hooks: [...(ours?.hooks ?? []), ...foreign.hooks] }] } };
  expect(JSON.parse(remove(JSON.stringify(mixed)))).toEqual({ hooks: { Stop: [{ hooks: foreign.hooks }] } });
});

test('keeps the user’s empty lists and removes ours', () => {
  const before = '{"hooks":{"Stop":[]},"permissions":{"deny":[]}}';
  expect(remove(insert(before), before)).toBe(before);
  expect(remove(insert(before))).toBe('{}');
  expect(remove(insert('{"hooks":{"Odd":[]}}'))).toBe('{"hooks":{"Odd":[]}}');
});

test.each([
  ['{\n  // note\n}', 'line 2'],
  ['{\n  "a": 1,\n}', 'line 3'],
  ['{\n  "a": \n', 'line 3'],
  ['[]', 'The settings should be an object in line 1'],
  ['null', 'The settings should be an object'],
  ['{\n\n"hooks": []\n}', '"hooks" should be an object in line 3'],
  ['{"hooks": {\n"Stop": {}}}', '"Stop" should be a list in line 2'],
  ['{"permissions": {"deny": "x"}}', '"deny" should be a list'],
])('rejects %j and reports the line', (text, message) => {
  expect(() => insert(text)).toThrow(message);
});

test('duplicate keys: the one that Claude Code reads gets our hooks, and both are cleaned', () => {
  const after = insert('{"hooks":{"Stop":[]},"hooks":{}}');
  expect(JSON.parse(after).hooks.SessionStart).toEqual(hooks['SessionStart']);
  expect(remove(after)).not.toContain('hub.sock');
});

const group = fc.record({
  hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), { maxLength: 3 }),
  matcher: fc.string(),
});
const events = fc.dictionary(
  fc.constantFrom(...Object.keys(hooks), 'PreToolUse', 'Odd'),
  fc.array(group, { maxLength: 3 }),
);
const settings = fc.record(
  {
    model: fc.string({ unit: 'grapheme' }),
    hooks: events,
    env: fc.jsonValue(),
    permissions: fc.record(
      { allow: fc.array(fc.string()), deny: fc.array(fc.string()) },
      { requiredKeys: [] },
    ),
    more: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const layout = fc.record({
  indent: fc.constantFrom(undefined, 1, 2, 4, '\t'),
  newline: fc.constantFrom('\n', '\r\n'),
  end: fc.constantFrom('', '\n', '\n\n'),
});

test('install, then uninstall: the same bytes, and other hooks throughout', () => {
  fc.assert(
    fc.property(settings, layout, (value, { indent, newline, end }) => {
      const before = JSON.stringify(value, null, indent).replaceAll('\n', newline) + end;
      const after = insert(before);
      const { hooks: listed = {}, ...rest } = JSON.parse(after) as { hooks: typeof hooks };
      const { hooks: had = {}, permissions, ...others } = JSON.parse(before);
      expect(rest).toMatchObject(others);
      for (const [event, groups] of Object.entries(had as typeof hooks))
        expect(listed[event]).toEqual([...groups, ...(hooks[event] ?? [])]);
      for (const [event, groups] of Object.entries(hooks))
        expect(listed[event]?.slice(-groups.length)).toEqual(groups);
      expect(JSON.parse(after).permissions.deny).toEqual([...(permissions?.deny ?? []), ...denyRules]);
      expect(remove(after, before)).toBe(before);
    }),
    { numRuns: 300 },
  );
});
