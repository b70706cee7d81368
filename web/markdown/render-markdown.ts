/**
 * Markdown to HTML that is safe to show, whoever wrote it. Nothing in it runs, is fetched from elsewhere, or changes the
 * page around it: pictures become links, addresses are those of the web and mail, everything else is text.
 */
import createPurifier from 'dompurify';
import { Marked } from 'marked';
import { markdownTokens } from '../../src/core/markdown/markdown-tokens.ts';

const marked = new Marked({
  renderer: {
    // HTML in the text is shown as it was written.
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
const ATTRIBUTES = ['href', 'title', 'class', 'start', 'align', 'type', 'checked', 'disabled'];

export function createRenderer(view: Window & typeof globalThis): (text: string) => string {
  const purifier = createPurifier(view);
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName === 'A') {
      node.setAttribute('target', '_blank');
      node.setAttribute('rel', 'noopener noreferrer');
    }
    // The only classes are those that name the language of code.
    const named = node.getAttribute('class');
    if (named !== null && !/^language-[\w+#-]+$/.test(named)) node.removeAttribute('class');
    // What scrolls sideways must be reachable without a mouse.
    if (node.tagName === 'PRE' || node.tagName === 'TABLE') node.setAttribute('tabindex', '0');
    if (node.tagName === 'INPUT') node.setAttribute('disabled', '');
  });
  return (text) =>
    purifier.sanitize(toHtml(text), {
      ALLOWED_TAGS: TAGS,
      ALLOWED_ATTR: ATTRIBUTES,
      ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
      ALLOW_DATA_ATTR: false,
    });
}

/** Not safe to show yet. */
export function toHtml(text: string): string {
  const tokens = markdownTokens(text);
  return tokens ? marked.parser(tokens) : `<pre><code>${escapeHtml(text)}</code></pre>`;
}

/** The top blocks of a text, as they stand in it: each can be rendered without the others. */
export function splitBlocks(text: string): string[] {
  return markdownTokens(text)?.map(({ raw }) => raw) ?? [text];
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;',
  );
}
