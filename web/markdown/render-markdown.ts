/**
 * Renders untrusted markdown to safe HTML. Nothing in it runs, loads from other servers, or changes the page around it:
 * images become links, only http, https and mailto URLs are kept, and HTML is shown as text.
 */
import createPurifier from 'dompurify';
import { Marked } from 'marked';
import { markdownTokens } from '../../src/core/markdown/markdown-tokens.ts';

const marked = new Marked({
  renderer: {
    // HTML is shown as text.
    html: ({ text }) => escapeHtml(text),
    image: ({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>`,
  },
});

const TAGS = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'strong',
  'em',
  'del',
  'a',
  'code',
  'pre',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'input',
];
/** Their values are not addresses. The purifier checks all other values as if they were. */
const PLAIN_ATTRIBUTES = ['class', 'title', 'start', 'align', 'type', 'checked', 'disabled'];

/** Each has its own direction: a paragraph in Hebrew may follow one in English. */
const DIRECTED: ReadonlySet<string> = new Set('P UL OL LI H1 H2 H3 H4 H5 H6 BLOCKQUOTE TH TD'.split(' '));

export interface RenderOptions {
  /** Keeps line breaks, as in what people type. */
  readonly isTyped?: boolean;
}

export function createRenderer(
  view: Window & typeof globalThis,
): (text: string, options?: RenderOptions) => string {
  const purifier = createPurifier(view);
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName === 'A') {
      node.setAttribute('target', '_blank');
      node.setAttribute('rel', 'noopener noreferrer');
    }
    // Only classes that name a code language are kept.
    const named = node.getAttribute('class');
    if (named !== null && !/^language-[\w+#-]+$/.test(named)) node.removeAttribute('class');
    // Elements that scroll sideways must be reachable by keyboard.
    if (node.tagName === 'PRE' || node.tagName === 'TABLE') node.setAttribute('tabindex', '0');
    if (node.tagName === 'INPUT') node.setAttribute('disabled', '');
    if (DIRECTED.has(node.tagName)) node.setAttribute('dir', 'auto');
  });
  return (text, options) =>
    purifier.sanitize(toHtml(text, options), {
      ALLOWED_TAGS: TAGS,
      ALLOWED_ATTR: ['href', ...PLAIN_ATTRIBUTES],
      ADD_URI_SAFE_ATTR: PLAIN_ATTRIBUTES,
      ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
      ALLOW_DATA_ATTR: false,
    });
}

/** Not sanitized yet. */
export function toHtml(text: string, options: RenderOptions = {}): string {
  const tokens = markdownTokens(text, options);
  return tokens ? marked.parser(tokens) : `<pre><code>${escapeHtml(text)}</code></pre>`;
}

/** The top-level blocks of a text; each renders independently. */
export function splitBlocks(text: string): string[] {
  return markdownTokens(text)?.map(({ raw }) => raw) ?? [text];
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;',
  );
}
