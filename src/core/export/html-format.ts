/**
 * A session as one self-contained HTML page: no script, no requests, inline styles. Content of the session is
 * always text, never markup.
 */

import type { Item } from '../../protocol/conversation.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent, SessionDetails } from '../../protocol/session.ts';
import { itemKindOf } from '../items/item-kinds.ts';
import { aboutRows } from './about-rows.ts';
import { entryOfInteraction } from './describe-interaction.ts';
import type { Block, Entry } from './entry.ts';
import { escapeHtml } from './escape-html.ts';
import type { ExportFormat, ExportFrame } from './export-format.ts';
import { PAGE_STYLE, PAGE_STYLE_HASH } from './html-style.ts';
import { codeToHtml, markdownToHtml } from './markdown-to-html.ts';
import { type ShowMoment, zonedMoments } from './zoned-moment.ts';

export const PAGE_POLICY = `default-src 'none'; style-src '${PAGE_STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`;

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export class HtmlFormat implements ExportFormat {
  readonly #frame: ExportFrame;
  readonly #moment: ShowMoment;
  #cwd = '';

  constructor(frame: ExportFrame) {
    this.#frame = frame;
    this.#moment = zonedMoments(frame.timeZone);
  }

  open(): string {
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>`;
  }

  begin(session: SessionDetails): string {
    this.#cwd = session.cwd;
    const title = escapeHtml(session.title || session.session_id);
    const rows = aboutRows({ ...this.#frame, session }, this.#moment).map(
      ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
    );
    return `${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<dl>${rows.join('')}</dl>
<main>
`;
  }

  openItem(item: Item, interactions: readonly Interaction[]): string {
    const entry = itemKindOf(item).export(item, { interactions, cwd: this.#cwd });
    return entry ? this.#open(entry, item.kind === 'prompt') : '<div>';
  }

  closeItem(): string {
    return '</div>\n';
  }

  openAgent({ agent_type, description }: Agent): string {
    const name = [agent_type || 'subagent', description].filter(Boolean).join(': ');
    return `<div class="agent"><h2>Subagent ${escapeHtml(name)}</h2>\n`;
  }

  closeAgent(): string {
    return '</div>\n';
  }

  beginRest(): string {
    return '';
  }

  looseInteraction(interaction: Interaction): string {
    return `${this.#open(entryOfInteraction(interaction), true)}</div>\n`;
  }

  end(): string {
    return `</main>\n<footer>Exported by Reins.</footer>\n</body>\n</html>\n`;
  }

  /** Left open: its subagent may follow. */
  #open(entry: Entry, withDay: boolean): string {
    const { day, time } = this.#moment(entry.at);
    const title = `<h2>${escapeHtml(entry.title)}</h2>`;
    const how = entry.outcome ? `<span class="how">${escapeHtml(entry.outcome)}</span>` : '';
    const when = `<time datetime="${escapeHtml(entry.at)}">${withDay ? `${day} ${time}` : time}</time>`;
    const blocks = entry.blocks.map(blockToHtml).join('\n');
    const classes = `entry ${entry.kind}${entry.isFailed ? ' failed' : ''}`;
    const head = `${title}${how}${when}`;
    const body =
      entry.isFolded && blocks !== ''
        ? `<details><summary>${head}</summary>${blocks}</details>`
        : `<header>${head}</header>${blocks}`;
    return `<div class="${classes}">${body}\n`;
  }
}

function blockToHtml(block: Block): string {
  switch (block.kind) {
    case 'markdown':
      return markdownToHtml(block.text);
    case 'code':
      return labelled(block.label, codeToHtml(block.text));
    case 'diff':
      return labelled(
        block.label,
        `<pre class="diff"><code>${block.lines.map(diffLine).join('')}</code></pre>`,
      );
    case 'image':
      return imageToHtml(block.mediaType, block.base64);
    case 'remark':
      return `<p class="remark">${escapeHtml(block.text)}</p>`;
  }
}

function labelled(label: string | undefined, html: string): string {
  return label ? `<p class="label">${escapeHtml(label)}</p>${html}` : html;
}

function diffLine(line: string): string {
  const kind = line.startsWith('+')
    ? 'add'
    : line.startsWith('-')
      ? 'del'
      : line.startsWith('@@')
        ? 'hunk'
        : '';
  return `<span${kind && ` class="${kind}"`}>${escapeHtml(line) || ' '}\n</span>`;
}

function imageToHtml(mediaType: string, base64: string): string {
  if (!IMAGE_TYPES.has(mediaType) || !/^[A-Za-z0-9+/=\s]+$/.test(base64))
    return '<p class="remark">An image.</p>';
  return `<img alt="" src="data:${mediaType};base64,${base64.replace(/\s/g, '')}">`;
}
