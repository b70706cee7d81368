/** What a browser has to download: little, compressed, and only from the hub. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../dist/web');
const index = readFileSync(join(folder, 'index.html'), 'utf8');
const assets = readdirSync(join(folder, 'assets')).map((name) => name.replace(/\.br$/, ''));
const packed = (name: string) => readFileSync(join(folder, 'assets', `${name}.br`));
const size = (names: readonly string[]) => names.reduce((sum, name) => sum + packed(name).length, 0);

const isLanguage = (name: string) => name.startsWith('words-');

/** The files that the page names itself, and their static imports. */
function firstLoad(): string[] {
  const found = new Set<string>();
  const visit = (text: string, pattern: RegExp) => {
    for (const [, name] of text.matchAll(pattern)) {
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      if (name.endsWith('.js')) {
        visit(brotliDecompressSync(packed(name)).toString(), /(?:from|import)\s*["']\.\/([^"']+)["']/g);
      }
    }
  };
  visit(index, /\/assets\/([^"']+)/g);
  return [...found];
}

test('the first load is small, and the whole page is not much larger', () => {
  const first = firstLoad();
  expect(first.length).toBeGreaterThan(1);
  expect(size(first)).toBeLessThan(70_000);
  expect(size(assets.filter((name) => !isLanguage(name)))).toBeLessThan(235_000);
  expect(first.filter(isLanguage)).toEqual([]);
  expect(assets.filter(isLanguage)).toHaveLength(7);
  for (const language of assets.filter(isLanguage)) expect(size([language]), language).toBeLessThan(20_000);
  // The emulator is loaded when a terminal is opened.
  expect(first.filter((name) => name.startsWith('terminal-'))).toEqual([]);
  expect(assets.some((name) => name.startsWith('terminal-'))).toBe(true);
});

test('schemas stay on the hub, and every licence is included', () => {
  const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENSES'), 'utf8');
  expect(licences).toMatch(/^preact /m);
  expect(licences).not.toMatch(/^(zod|react|react-dom) /m);
  expect(licences).toMatch(/^@xterm\/headless .*\n\nCopyright .*\n\nPermission is hereby granted/m);
});

test('the page contains no inline script or style, and loads nothing from other hosts', () => {
  expect(index).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\son\w+=|style=/);
  expect(index).not.toMatch(/https?:\/\//);
});

test('the service worker lists the shell', () => {
  const worker = readFileSync(join(folder, 'worker.js'), 'utf8');
  expect(worker).not.toContain('__SHELL__');
  for (const name of firstLoad()) expect(worker).toContain(`/assets/${name}`);
});
