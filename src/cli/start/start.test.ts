import { expect, test } from 'vitest';
import { platformNamed } from '../../lib/platform.ts';
import { describeEntrances } from './guide.ts';
import { describeOffer } from './offer-install.ts';
import { browserCommand } from './open-browser.ts';

test('a browser opens only on a desktop: not over SSH, in CI, or if the person does not want it', () => {
  const linux = platformNamed('linux');
  expect(browserCommand({ DISPLAY: ':0' }, linux)).toBe('xdg-open');
  expect(browserCommand({ WAYLAND_DISPLAY: 'wayland-0' }, linux)).toBe('xdg-open');
  expect(browserCommand({}, platformNamed('darwin'))).toBe('open');
  expect(browserCommand({}, linux)).toBeUndefined();
  for (const env of [
    { CI: '1' },
    { SSH_CONNECTION: 'a b' },
    { SSH_TTY: '/dev/pts/1' },
    { BROWSER: 'none' },
  ]) {
    expect(browserCommand({ ...env, DISPLAY: ':0' }, linux)).toBeUndefined();
    expect(browserCommand(env, platformNamed('darwin'))).toBeUndefined();
  }
});

const here = 'http://127.0.0.1:4820/pair#code';

test('the link for this machine; a code only if a phone can reach the hub; the tunnel over SSH', () => {
  const alone = describeEntrances({ here, phone: undefined, opens: false, isRemote: false });
  expect(alone).toContain(`works once, within ten minutes:\n  ${here}`);
  expect(alone).toContain('"reins reach"');
  expect(alone).not.toContain('▀');
  const both = describeEntrances({ here, phone: 'https://hub.example/pair#x', opens: true, isRemote: false });
  expect(both).toContain('Opening your browser');
  expect(both).toMatch(/▀[\s\S]*https:\/\/hub\.example\/pair#x/);
  expect(describeEntrances({ here, phone: undefined, opens: false, isRemote: true })).toContain(
    'ssh -L 4820:127.0.0.1:4820 HOST',
  );
});

test('the offer counts the lines of the change and names the undo', () => {
  const change = {
    before: '{\n}\n',
    after: '{\n  "hooks": 1\n}\n',
    events: ['Stop', 'SessionStart'],
    denyRules: [],
  };
  const text = describeOffer('/home/ann/.claude/settings.json', { ...change, foreignHooks: 1 });
  expect(text).toContain(
    '/home/ann/.claude/settings.json\n  1 line added, 0 removed: hooks for 2 events; 1 other',
  );
  expect(text).toContain('"reins uninstall" undoes it');
});
