import { expect, test } from 'vitest';
import rootManifest from '../../package.json';
import { isInstalled } from '../../scripts/install.mjs';
import tools from '../tools/package.json';

const locked = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '2.0.0' },
  'node_modules/tools': { link: true },
};

test('packages are installed again only if one is missing or has another version', () => {
  const a = { 'node_modules/a': { version: '1.0.0' } };
  expect(isInstalled(['node_modules/a'], locked, a)).toBe(true);
  expect(isInstalled(['tools/node_modules/a'], locked, a)).toBe(true);
  expect(isInstalled(['node_modules/a', 'node_modules/b'], locked, a)).toBe(false);
  const all = { ...a, 'node_modules/b': { version: '2.0.0' }, 'node_modules/tools': { link: true } };
  expect(isInstalled(['node_modules/a'], locked, all)).toBe(true);
  expect(isInstalled(['node_modules/a'], locked, { ...a, 'node_modules/b': { version: '1.9.0' } })).toBe(
    false,
  );
  expect(isInstalled(['node_modules/a'], locked, { ...a, 'node_modules/gone': { version: '1.0.0' } })).toBe(
    false,
  );
});

test('running Reins installs neither Claude Code nor test tools', () => {
  const toRun = { ...rootManifest.dependencies, ...rootManifest.devDependencies };
  const heavy = ['@anthropic-ai/claude-code', 'vitest', 'playwright-core', 'typescript', '@biomejs/biome'];
  expect(heavy.filter((name) => name in toRun)).toEqual([]);
  expect(heavy.filter((name) => !(name in tools.devDependencies))).toEqual([]);
});
