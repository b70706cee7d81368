/** Renders the documentation to HTML pages under dist/web/docs, which the hub serves at /docs, with an index for searching. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { root } from './run-step.mjs';

/** Pages for people who change the code: they have the repository. */
const FOR_CONTRIBUTORS = ['style.md', 'testing.md', 'claude-code.md'];
/** Links to files that the hub serves itself. */
const SERVED = new Map([['docs/openapi.json', '/api/openapi.json']]);

/** @typedef {{ source: string, path: string, title: string, html: string, sections: Section[] }} Page */
/** @typedef {{ heading: string, anchor: string, text: string }} Section */

/** @param {string} folder the folder of the built page */
export async function buildDocs(folder) {
  // Not installed yet when this file is loaded.
  const { Marked } = await import('marked');
  const out = join(folder, 'docs');
  mkdirSync(out, { recursive: true });
  const sources = docSources();
  /** @type {Set<string>} */
  const files = new Set();
  const pages = sources.map((source) => renderPage(source, { Marked, sources: new Set(sources), files }));
  const menu = menuOf(pages);
  for (const { path, title, html } of pages) {
    writeFileSync(join(out, `${path}.html`), frame(title, menu, html));
  }
  for (const file of files) copyFileSync(join(root, 'docs', file), join(out, basename(file)));
  writeFileSync(join(out, 'search.json'), JSON.stringify(pages.flatMap(toSearchEntries)));
}

/** The Markdown files that become pages. */
export function docSources() {
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const pages = names.filter((name) => !FOR_CONTRIBUTORS.includes(name)).map((name) => `docs/${name}`);
  return [...pages, 'SECURITY.md', 'CHANGELOG.md'];
}

/**
 * Where a page is served, below /docs/.
 * @param {string} source
 */
function pathOf(source) {
  if (source === 'docs/README.md') return 'index';
  return source
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase();
}

/** @param {string} source */
function addressOf(source) {
  const path = pathOf(source);
  return path === 'index' ? '/docs/' : `/docs/${path}`;
}

/**
 * @param {string} source
 * @param {{ Marked: typeof import('marked').Marked, sources: ReadonlySet<string>, files: Set<string> }} context `files` collects
 *   the files in docs/ that pages refer to
 * @returns {Page}
 */
function renderPage(source, { Marked, sources, files }) {
  /** @type {Section[]} */
  const sections = [];
  /** @type {Map<string, number>} */
  const slugs = new Map();
  let title = '';
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const heading = plain(inner);
        const anchor = uniqueSlug(heading, slugs);
        if (depth === 1) title = heading;
        sections.push({ heading, anchor, text: '' });
        return `<h${depth} id="${anchor}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = resolveLink(href, source, sources, files);
        return address === undefined ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      image({ href, text }) {
        const address = resolveLink(href, source, sources, files);
        return address === undefined
          ? escapeHtml(text)
          : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}">`;
      },
      html: () => '',
    },
  });
  const rendered = marked.parser(marked.lexer(readFileSync(join(root, source), 'utf8')));
  // What scrolls must be reachable by keyboard.
  const html = rendered
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  for (const [index, piece] of html
    .split(/<h[1-6] id="[^"]*">.*?<\/h[1-6]>/)
    .slice(1)
    .entries()) {
    const section = sections[index];
    if (section) section.text = plain(piece);
  }
  return { source, path: pathOf(source), title: title || basename(source), html, sections };
}

/**
 * The address of what a link means. Undefined for a file of the repository that is not served.
 * @param {string} href
 * @param {string} source
 * @param {ReadonlySet<string>} sources
 * @param {Set<string>} files
 */
function resolveLink(href, source, sources, files) {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const file = posix.normalize(posix.join(dirname(source), target));
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (sources.has(file)) return addressOf(file) + suffix;
  const served = SERVED.get(file);
  if (served !== undefined) return served;
  if (!/^docs\/.*\.(webp|svg|json)$/.test(file)) return undefined;
  files.add(file.slice('docs/'.length));
  return `/docs/${basename(file)}`;
}

/**
 * The index page is also the menu: its headings, and the links below each.
 * @param {readonly Page[]} pages
 */
function menuOf(pages) {
  const index = pages.find(({ path }) => path === 'index')?.html ?? '';
  return index
    .split(/<h2[^>]*>/)
    .slice(1)
    .map((part) => {
      const heading = part.slice(0, part.indexOf('</h2>'));
      const links = [...part.matchAll(/<a href="(\/docs\/[^"]*)">(.*?)<\/a>/g)];
      if (links.length === 0) return '';
      const items = links.map(([, href, text]) => `<li><a href="${href}">${text}</a></li>`).join('');
      return `<h2>${heading}</h2><ul>${items}</ul>`;
    })
    .join('\n');
}

/**
 * @param {string} title
 * @param {string} menu
 * @param {string} html
 */
function frame(title, menu, html) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Reins</title>
<link rel="icon" href="/icons/reins-192.png">
<link rel="stylesheet" href="/docs/docs.css">
<script type="module" src="/docs/docs.js"></script>
</head>
<body>
<header>
<a class="home" href="/docs/">Reins documentation</a>
<search><input type="search" placeholder="Search the documentation" aria-label="Search the documentation" autocomplete="off">
<ol id="results" hidden></ol></search>
<a href="/">Open Reins</a>
</header>
<nav aria-label="Pages"><details><summary>Pages</summary>${menu}</details></nav>
<main>${html}</main>
</body>
</html>
`;
}

/** @param {Page} page */
function toSearchEntries({ source, title, sections }) {
  return sections.map(({ heading, anchor, text }) => ({
    title,
    heading,
    href: `${addressOf(source)}#${anchor}`,
    text,
  }));
}

/**
 * As GitHub makes them, so that anchors work in both places.
 * @param {string} heading
 * @param {Map<string, number>} slugs
 */
function uniqueSlug(heading, slugs) {
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const count = slugs.get(slug) ?? 0;
  slugs.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

/** @param {string} html */
function plain(html) {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
