import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as plainTest } from 'vitest';
import { locateHome, type ReinsHome } from '../home/reins-home.ts';
import { inspectSettings } from './inspect.ts';
import { install, uninstall } from './install.ts';
import { knownToken } from './remote-headers.ts';

interface Place {
  readonly home: ReinsHome;
  readonly file: string;
}

const test = plainTest.extend<{ place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
  place: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'reins-install-'));
    mkdirSync(join(folder, 'claude'));
    const home = locateHome({ REINS_HOME: join(folder, 'home') });
    await use({ home, file: join(folder, 'claude', 'settings.json') });
    rmSync(folder, { recursive: true, force: true });
  },
});
const read = ({ file }: Place) => readFileSync(file, 'utf8');

test('a second install changes nothing, and other options change only what they must', ({ place }) => {
  const first = install(place);
  expect(first.before).toBeUndefined();
  expect(first.events).toHaveLength(14);
  const second = install(place);
  expect(second.after).toBe(second.before);
  const all = install({ ...place, allEvents: true });
  expect(Object.keys(JSON.parse(read(place)).hooks)).toHaveLength(all.events.length);
  install(place);
  expect(read(place)).toBe(first.after);
  expect(uninstall(place).after).toBeUndefined();
  expect(existsSync(place.file)).toBe(false);
  expect(uninstall(place)).toEqual({ before: undefined, after: undefined });
});

test('restores any settings text byte for byte', ({ place }) => {
  const texts = [
    '',
    '\n',
    '{}',
    '{ }\n',
    '{\n}',
    '{"hooks":{ }}',
    '{"hooks": {"Stop": [\n]}}',
    '\ufeff{"a":1}\r\n',
  ];
  for (const text of texts) {
    for (const denyRules of [true, false]) {
      for (const again of [true, false]) {
        writeFileSync(place.file, text);
        install({ ...place, denyRules });
        if (again) install({ ...place, allEvents: true });
        uninstall(place);
        expect(read(place), JSON.stringify({ text, denyRules, again })).toBe(text);
      }
    }
  }
});

test('uninstall after edits removes our entries from the current file', ({ place }) => {
  writeFileSync(place.file, '{\n  "hooks": {}\n}\n');
  const { after = '' } = install({ ...place, denyRules: true });
  writeFileSync(place.file, after.replace('{\n', '{\n  "model": "opus",\n'));
  uninstall(place);
  expect(read(place)).toBe('{\n  "model": "opus",\n  "hooks": {}\n}\n');
});

test('a file that we created stays if someone else uses it', ({ place }) => {
  const { after = '' } = install(place);
  writeFileSync(place.file, after.replace('{\n', '{\n  "model": "opus",\n'));
  uninstall(place);
  expect(read(place)).toBe('{\n  "model": "opus"\n}\n');
  rmSync(place.file);
  install(place);
  writeFileSync(place.file, `${read(place)}\n\n`);
  uninstall(place);
  expect(existsSync(place.file)).toBe(false);
});

test('uninstall works without a record of the install', ({ place }) => {
  writeFileSync(
    place.file,
    '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}',
  );
  const before = read(place);
  install(place);
  rmSync(place.home.folder, { recursive: true });
  uninstall(place);
  expect(read(place)).toBe(before);
  expect(existsSync(place.home.folder)).toBe(false);
});

test('deny rules survive a later install and are removed on request, never the user’s own', ({ place }) => {
  const [own, other] = ['Read', 'Edit'].map((tool) => `${tool}(/${place.home.folder}/**)`);
  const rules = () => JSON.parse(read(place)).permissions?.deny;
  writeFileSync(place.file, JSON.stringify({ permissions: { deny: [own] } }));
  expect(install({ ...place, denyRules: true }).denyRules).toEqual([other]);
  install({ ...place, allEvents: true });
  expect(rules()).toEqual([own, other]);
  install({ ...place, denyRules: false });
  expect(rules()).toEqual([own]);
  install({ ...place, denyRules: true });
  writeFileSync(place.file, `${read(place)}\n`);
  uninstall(place);
  expect(JSON.parse(read(place))).toEqual({ permissions: { deny: [own] } });
});

test('two hubs coexist and are removed one by one', ({ place }) => {
  const other = { ...place, home: locateHome({ REINS_HOME: join(place.home.folder, '..', "other 'home'") }) };
  install(place);
  const alone = read(place);
  install(other);
  expect(inspectSettings(place.file, place.home)).toMatchObject({
    outdated: [],
    otherSockets: [other.home.socketFile],
  });
  uninstall(place);
  expect(inspectSettings(place.file, place.home).events).toEqual([]);
  expect(inspectSettings(place.file, other.home).events).toHaveLength(14);
  install(place);
  uninstall(other);
  expect(read(place)).toBe(alone);
});

test('two hubs leave nothing behind, in either order', ({ place }) => {
  const other = { ...place, home: locateHome({ REINS_HOME: join(place.home.folder, '..', 'other') }) };
  const texts = [
    '{}\n',
    '{\n  "model": "opus"\n}\n',
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}',
  ];
  for (const text of texts) {
    for (const order of [
      [place, other],
      [other, place],
    ]) {
      writeFileSync(place.file, text);
      install(place);
      install(other);
      for (const leaving of order) uninstall(leaving);
      expect(read(place)).toBe(text);
    }
  }
});

test('keeps the newest ten copies in the home', ({ place }) => {
  writeFileSync(place.file, '{}');
  for (let minute = 10; minute < 30; minute++) {
    const now = () => Date.parse(`2026-01-01T00:${minute}:00Z`);
    install({ ...place, allEvents: minute % 2 === 0, now });
  }
  const folder = join(place.home.folder, 'backups', 'settings');
  const copies = readdirSync(folder).sort();
  expect(copies).toHaveLength(10);
  expect(copies.at(-1)).toContain('2026-01-01T00-29-00');
  expect(readdirSync(join(place.file, '..'))).toEqual(['settings.json']);
});

test('renews an install of an earlier form', ({ place }) => {
  const { after = '' } = install(place);
  writeFileSync(place.file, after.replaceAll('curl -q -s', 'curl -s'));
  expect(inspectSettings(place.file, place.home)).toMatchObject({
    outdated: expect.arrayContaining(['Stop']),
  });
  install(place);
  expect(read(place)).toBe(after);
});

test('rejects invalid settings with file and line, and leaves them', ({ place }) => {
  for (const act of [install, uninstall]) {
    writeFileSync(place.file, '{\n  "a": 1,\n}');
    expect(() => act(place)).toThrow(/settings\.json: .* in line 3, column 1\. Nothing was changed/);
    expect(read(place)).toBe('{\n  "a": 1,\n}');
  }
  expect(inspectSettings(place.file, place.home).problem).toContain('line 3');
});

const remote = { url: 'https://hub.example', token: 'a-token-of-that-hub', host: 'laptop' };
const headersIn = ({ home }: Place) =>
  readdirSync(home.hooksFolder).filter((name) => name.endsWith('.headers'));

test('hooks for a remote hub replace those for this one, and are removed completely', ({ place }) => {
  writeFileSync(place.file, '{"model":"x"}');
  install(place);
  const away = install({ ...place, remote });
  expect(read(place)).not.toContain('hub.sock');
  expect(read(place)).not.toContain(remote.token);
  expect(away.foreignHooks).toBe(0);
  expect(inspectSettings(place.file, place.home)).toMatchObject({ url: remote.url, outdated: [] });
  const [file = ''] = headersIn(place);
  const headers = join(place.home.hooksFolder, file);
  expect(readFileSync(headers, 'utf8')).toContain(`authorization: Bearer ${remote.token}\n`);
  expect(readFileSync(headers, 'utf8')).toContain('x-reins-host: laptop\n');
  expect(statSync(headers).mode & 0o777).toBe(0o600);

  const renewed = install({ ...place, remote: { ...remote, token: 'another-token' } });
  expect(renewed.after).toBe(renewed.before);
  expect(knownToken(place.home, remote.url)).toBe('another-token');

  install({ ...place, remote: { ...remote, url: 'https://other.example' } });
  expect(headersIn(place)).toHaveLength(1);
  expect(knownToken(place.home, remote.url)).toBeUndefined();

  uninstall(place);
  expect(read(place)).toBe('{"model":"x"}');
  expect(headersIn(place)).toEqual([]);
});

test('keeps headers while another settings file needs them', ({ place }) => {
  const other = { ...place, file: `${place.file}.local` };
  for (const one of [place, other]) install({ ...one, remote });
  uninstall(place);
  expect(knownToken(place.home, remote.url)).toBe(remote.token);
  install(other);
  expect(knownToken(place.home, remote.url)).toBeUndefined();
  expect(inspectSettings(other.file, place.home).url).toBeUndefined();
});

test('a dry run stores no token', ({ place }) => {
  install({ ...place, remote, dryRun: true });
  expect(existsSync(place.home.hooksFolder)).toBe(false);
});

test('rejects a token that would break out of its header before anything changes', ({ place }) => {
  expect(() => install({ ...place, remote: { ...remote, token: 'a\nx-evil: 1' } })).toThrow(/token/);
  expect(existsSync(place.file)).toBe(false);
});

test('detects hooks of an earlier version and replaces them', ({ place }) => {
  install(place);
  const settings = JSON.parse(read(place));
  // Forms were observed only at first.
  settings.hooks.Elicitation = settings.hooks.Notification;
  writeFileSync(place.file, JSON.stringify(settings));
  expect(inspectSettings(place.file, place.home).outdated).toEqual(['Elicitation']);
  install(place);
  expect(inspectSettings(place.file, place.home).outdated).toEqual([]);
  const { Elicitation } = JSON.parse(read(place)).hooks;
  expect(Elicitation).toHaveLength(1);
  expect(Elicitation[0].hooks).toMatchObject([{ command: expect.stringContaining('ask.sh'), timeout: 660 }]);
});
