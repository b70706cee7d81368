/** Escapes untrusted text for HTML and removes terminal escape sequences. */
import { cleanText } from '../../lib/clean-text.ts';

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe between tags and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');
}
