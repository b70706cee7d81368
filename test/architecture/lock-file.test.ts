import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

test('the lock file contains no download addresses', () => {
  const addressed = Object.entries(lock.packages).filter(([, { resolved, link }]) => resolved && !link);
  expect(addressed.map(([path]) => path)).toEqual([]);
});

test('the lock file has every platform package, so that npm ci works on every platform', () => {
  const names = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${path} -> ${name}`),
  );
  expect(missing).toEqual([]);
});
