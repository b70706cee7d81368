/**
 * Converts Claude's markdown to HTML that is safe for any input: all text is escaped, only the tags written
 * here are produced, and links lead only to web and mail addresses. Supports common markdown; everything else
 * stays text.
 */
import { escapeHtml } from './escape-html.ts';

/** Inline text: code, links, emphasis. Every pattern is bounded, so that no text takes long. */
const INLINE =
  /``(?<wide>[^\n]{1,500}?)``|`(?<code>[^`\n]{1,2000})`|\[(?<label>[^[\]\n]{1,500})\]\((?<target>[^()\s]{1,2000})\)|(?<url>https?:\/\/[^\s<>"'`)\]]{1,2000})/g;

export function markdownToHtml(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const html: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const block = BLOCKS.find(({ begins }) => begins(line, lines[at + 1] ?? ''));
    const end = block ? block.end(lines, at) : endOfParagraph(lines, at);
    const taken = lines.slice(at, end);
    if (block) html.push(block.render(taken));
    else if (line.trim() !== '') html.push(`<p>${taken.map(inline).join('<br>')}</p>`);
    at = end;
  }
  return html.join('\n');
}

interface BlockForm {
  begins(line: string, next: string): boolean;
  /** The index after its last line. */
  end(lines: readonly string[], from: number): number;
  render(lines: readonly string[]): string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,40})/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const QUOTE = /^ {0,3}>\s?/;
const LIST_ITEM = /^(\s{0,20})(?:[-*+]|\d{1,9}[.)])\s+(.*)$/;
const TABLE_RULE = /^[\s:|-]*$/;

const BLOCKS: readonly BlockForm[] = [
  { begins: (line) => FENCE.test(line), end: endOfFence, render: fence },
  { begins: (line) => HEADING.test(line), end: (_lines, from) => from + 1, render: heading },
  { begins: (line) => RULE.test(line), end: (_lines, from) => from + 1, render: () => '<hr>' },
  {
    begins: (line) => QUOTE.test(line),
    end: (lines, from) => endWhile(lines, from, (line) => QUOTE.test(line)),
    render: (lines) =>
      `<blockquote>${lines.map((line) => inline(line.replace(QUOTE, ''))).join('<br>')}</blockquote>`,
  },
  {
    begins: (line, next) =>
      line.includes('|') && next.includes('|') && next.includes('--') && TABLE_RULE.test(next),
    end: (lines, from) => endWhile(lines, from, (line) => line.includes('|')),
    render: table,
  },
  {
    begins: (line) => LIST_ITEM.test(line),
    end: (lines, from) => endWhile(lines, from, (line) => LIST_ITEM.test(line) || /^\s{2,}\S/.test(line)),
    render: list,
  },
];

function endOfFence(lines: readonly string[], from: number): number {
  const mark = FENCE.exec(lines[from] ?? '')?.[1] ?? '```';
  const isClose = (line: string) => line.startsWith(mark) && line.replaceAll(mark.charAt(0), '') === '';
  let at = from + 1;
  while (at < lines.length && !isClose((lines[at] ?? '').trim())) at++;
  return Math.min(at + 1, lines.length);
}

function fence(lines: readonly string[]): string {
  const isClosed = lines.length > 1 && /^\s*(`{3,}|~{3,})\s*$/.test(lines.at(-1) ?? '');
  return codeToHtml(lines.slice(1, isClosed ? -1 : undefined).join('\n'));
}

export function codeToHtml(text: string): string {
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}

/** The page's own headings are larger. */
function heading([line = '']: readonly string[]): string {
  const [, marks = '#', text = ''] = HEADING.exec(line) ?? [];
  const level = Math.min(6, marks.length + 2);
  return `<h${level}>${inline(text.replace(/\s#+\s*$/, ''))}</h${level}>`;
}

/** A flat list: indentation shows the nesting depth. */
function list(lines: readonly string[]): string {
  const items: string[] = [];
  for (const line of lines) {
    const [, indent = '', text] = LIST_ITEM.exec(line) ?? [];
    if (text === undefined) items.push(`${items.pop() ?? ''}<br>${inline(line.trim())}`);
    else items.push(`<li class="d${Math.min(3, Math.floor(indent.length / 2))}">${inline(text)}`);
  }
  const isOrdered = /^\s*\d/.test(lines[0] ?? '');
  const start = Number(/\d+/.exec(lines[0] ?? '')?.[0] ?? 1);
  const open = isOrdered ? `<ol${start === 1 ? '' : ` start="${start}"`}>` : '<ul>';
  return `${open}${items.map((item) => `${item}</li>`).join('')}</${isOrdered ? 'ol' : 'ul'}>`;
}

function table(lines: readonly string[]): string {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|');
  const row = (line: string, tag: string) =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('')}</tr>`;
  const [head = '', , ...rest] = lines;
  return `<table>${row(head, 'th')}${rest.map((line) => row(line, 'td')).join('')}</table>`;
}

function endOfParagraph(lines: readonly string[], from: number): number {
  if ((lines[from] ?? '').trim() === '') return from + 1;
  return endWhile(
    lines,
    from,
    (line, index) => line.trim() !== '' && !BLOCKS.some(({ begins }) => begins(line, lines[index + 1] ?? '')),
  );
}

function endWhile(
  lines: readonly string[],
  from: number,
  goesOn: (line: string, index: number) => boolean,
): number {
  let end = from + 1;
  while (end < lines.length && goesOn(lines[end] ?? '', end)) end++;
  return end;
}

function inline(text: string): string {
  let html = '';
  let done = 0;
  for (const match of text.matchAll(INLINE)) {
    html += emphasized(text.slice(done, match.index));
    html += inlineForm(match[0], match.groups ?? {});
    done = match.index + match[0].length;
  }
  return html + emphasized(text.slice(done));
}

function inlineForm(whole: string, groups: Readonly<Record<string, string | undefined>>): string {
  const { wide, code = wide, label, target = '', url } = groups;
  if (code !== undefined) return `<code>${escapeHtml(code)}</code>`;
  const href = url ?? target;
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return emphasized(whole);
  return `<a href="${escapeHtml(href)}" rel="noreferrer noopener">${emphasized(label ?? href)}</a>`;
}

function emphasized(text: string): string {
  return escapeHtml(text)
    .replace(/\*\*([^*\n]{1,500})\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\s][^*\n]{0,300})\*(?![\w*])/g, '<em>$1</em>');
}
