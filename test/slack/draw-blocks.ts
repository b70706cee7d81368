/** Block Kit and mrkdwn as plain HTML, for the pictures in docs/slack.md. Draws what the app uses, in a style of our own. */
import type { Fields } from './loopback-slack.ts';

export const STYLE = `
  body { margin: 0; background: #fff; color: #1d1c1d; font: 14px/1.45 'DejaVu Sans', sans-serif; }
  main { width: 560px; padding: 14px 16px; display: flex; flex-direction: column; gap: 12px; }
  article.reply { margin-left: 18px; }
  article.card { border: 1px solid #c9cdd2; border-radius: 6px; padding: 10px 12px; }
  h2 { margin: 0; font-size: 15px; }
  .from { font-size: 12px; font-weight: bold; color: #44506a; }
  .blocks { display: flex; flex-direction: column; gap: 7px; margin-top: 3px; }
  .context { font-size: 12px; color: #5b6069; }
  .actions { display: flex; flex-wrap: wrap; gap: 6px; }
  .button { border: 1px solid #b4b9c0; border-radius: 4px; padding: 4px 10px; font-size: 12.5px; font-weight: bold; }
  .button.primary { background: #1b6e52; border-color: #1b6e52; color: #fff; }
  .button.danger { color: #b3261e; border-color: #b3261e; }
  pre { margin: 3px 0; padding: 8px 10px; border: 1px solid #dfe2e6; border-radius: 4px; background: #f6f7f8;
    font: 12.5px/1.45 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
  code { padding: 0 3px; border-radius: 3px; background: #eef0f2; font: 12.5px 'DejaVu Sans Mono', monospace; }
  blockquote { margin: 2px 0 0; padding-left: 9px; border-left: 3px solid #c9cdd2; }
  hr { width: 100%; margin: 2px 0; border: 0; border-top: 1px solid #dfe2e6; }
  a { color: #1a5fb4; }
  label { display: block; font-weight: bold; margin-bottom: 3px; }
  .hint, .about { font-size: 12px; color: #5b6069; }
  .field { min-height: 18px; border: 1px solid #b4b9c0; border-radius: 4px; padding: 4px 8px; }
  .footer { margin-top: 10px; display: flex; justify-content: flex-end; gap: 6px; }
`;

export function blocksHtml(blocks: readonly Fields[]): string {
  return `<div class="blocks">${blocks.map(blockHtml).join('')}</div>`;
}

/** A view with its title and buttons. */
export function modalHtml({ title, submit, close, blocks }: Fields): string {
  const buttons = `${buttonHtml({ text: close })}${buttonHtml({ text: submit, style: 'primary' })}`;
  return `<h2>${textHtml(title)}</h2>${blocksHtml(listOf(blocks))}<div class="footer">${buttons}</div>`;
}

function blockHtml({ type, text, elements, label, element, hint, optional }: Fields): string {
  switch (type) {
    case 'section':
      return `<div>${textHtml(text)}</div>`;
    case 'context':
      return `<div class="context">${listOf(elements).map(textHtml).join(' ')}</div>`;
    case 'actions':
      return `<div class="actions">${listOf(elements).map(buttonHtml).join('')}</div>`;
    case 'divider':
      return '<hr>';
    case 'rich_text':
      return listOf(elements).map(preformattedHtml).join('');
    case 'input': {
      const note = hint === undefined ? '' : `<div class="hint">${textHtml(hint)}</div>`;
      const more = optional === true ? ' <span class="hint">(optional)</span>' : '';
      return `<div><label>${textHtml(label)}${more}</label>${inputHtml(element as Fields)}${note}</div>`;
    }
    default:
      throw new Error(`The pictures cannot draw a block of type ${String(type)}.`);
  }
}

function preformattedHtml({ elements }: Fields): string {
  return `<pre>${listOf(elements)
    .map(({ text }) => escapeHtml(String(text)))
    .join('')}</pre>`;
}

function buttonHtml({ text, style = '' }: Fields): string {
  return `<span class="button ${String(style)}">${textHtml(text)}</span>`;
}

function inputHtml({ type, options, initial_value }: Fields): string {
  if (type === 'plain_text_input')
    return `<div class="field">${escapeHtml(String(initial_value ?? ''))}</div>`;
  const mark = type === 'checkboxes' ? '☐' : '○';
  return listOf(options)
    .map(({ text, description }) => {
      const about = description === undefined ? '' : ` <span class="about">${textHtml(description)}</span>`;
      return `<div>${mark} ${textHtml(text)}${about}</div>`;
    })
    .join('');
}

function textHtml(element: unknown): string {
  const { type, text } = element as { readonly type: string; readonly text: string };
  return type === 'mrkdwn' ? mrkdwnHtml(text) : escapeHtml(text);
}

/** The three characters that mrkdwn escapes are escaped as in HTML. */
export function mrkdwnHtml(text: string): string {
  return text
    .split(/```\n?([\s\S]*?)\n?```/)
    .map((part, index) =>
      index % 2 === 1 ? `<pre>${part}</pre>` : linesHtml(part.replace(/^\n+|\n+$/g, '')),
    )
    .join('');
}

function linesHtml(text: string): string {
  return text
    .split(/((?:^> .*(?:\n|$))+)/m)
    .map((part, index) => {
      if (index % 2 === 0) return inlineHtml(part);
      return `<blockquote>${inlineHtml(part.replace(/^> /gm, '').trimEnd())}</blockquote>`;
    })
    .join('');
}

function inlineHtml(text: string): string {
  return text
    .split(/`([^`\n]+)`/)
    .map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : emphasisHtml(part)))
    .join('');
}

function emphasisHtml(text: string): string {
  return text
    .replace(/<([^|>]+)\|([^>]+)>/g, '<a href="$1">$2</a>')
    .replace(/(^|[\s(])\*([^*\n]+)\*/g, '$1<b>$2</b>')
    .replace(/(^|[\s(])_([^_\n]+)_/g, '$1<i>$2</i>')
    .replace(/(^|[\s(])~([^~\n]+)~/g, '$1<s>$2</s>')
    .replaceAll('\n', '<br>');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function listOf(value: unknown): Fields[] {
  return (value ?? []) as Fields[];
}
