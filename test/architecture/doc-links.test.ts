/** Every relative link and anchor in our markdown files leads somewhere. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const IGNORED = new Set(['node_modules', 'dist', 'build', '.git']);

test('links and anchors in markdown files resolve', () => {
  const files = markdownFiles(root);
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap(brokenLinks)).toEqual([]);
});

test('docs/README.md lists every page', () => {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const pages = readdirSync(join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
});

test('hints in the program lead to pages that the hub serves', () => {
  const sources = ['src', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  const hints = sources.flatMap((file) => {
    const printed = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    return [...printed.matchAll(/\bdocs\/([a-z-]+(?:\.md)?)\b(?!\.json)/g)].map(([, page = '']) => ({
      file,
      page,
    }));
  });
  expect(hints.length).toBeGreaterThan(5);
  // The package contains no markdown files.
  const wrong = hints.filter(
    ({ page }) => page.endsWith('.md') || !existsSync(join(root, 'docs', `${page}.md`)),
  );
  expect(wrong).toEqual([]);
});

test('anchors are generated from headings like on GitHub', () => {
  const text = '# One `code` thing\n## What’s new, and *why*?\n## Same\n## Same\n```\n# not a heading\n```\n';
  expect([...anchorsOf(text)]).toEqual(['one-code-thing', 'whats-new-and-why', 'same', 'same-1']);
});

test('links in code are not links', () => {
  const text =
    'See [a](a.md#b) and ![c](<c d.png>), not `[x](x.md)`.\n```\n[y](y.md)\n```\n<img src="e.png">';
  expect(linksOf(text)).toEqual(['a.md#b', 'c d.png', 'e.png']);
});

function markdownFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function brokenLinks(file: string): string[] {
  return linksOf(readFileSync(file, 'utf8'))
    .filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link))
    .filter((link) => !resolves(file, link))
    .map((link) => `${relative(root, file)}: ${link}`);
}

function resolves(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : resolve(dirname(file), decodeURI(path));
  if (!target.startsWith(root) || !existsSync(target)) return false;
  if (anchor === undefined) return true;
  return statSync(target).isFile() && anchorsOf(readFileSync(target, 'utf8')).has(anchor);
}

function linksOf(markdown: string): string[] {
  const text = withoutCode(markdown);
  const links = [...text.matchAll(/\]\((?:<([^>]+)>|([^()\s]+))[^()]*\)/g)].map(
    ([, quoted, bare]) => quoted ?? bare,
  );
  const html = [...text.matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"/g)].map(([, target]) => target);
  return [...links, ...html].filter((link) => link !== undefined);
}

function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const [, heading = ''] of withoutFences(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return anchors;
}

function withoutCode(markdown: string): string {
  return withoutFences(markdown).replace(/(`+)[^`]*?\1/g, '');
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^( *)(```+|~~~+)[\s\S]*?^ *\2/gm, '');
}
