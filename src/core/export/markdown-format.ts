/**
 * A session as a markdown file. The first two heading levels are reserved for the export itself. Code is in
 * fences that its content cannot close. HTML is escaped, since many viewers would render it.
 */
import { cleanText } from '../../lib/clean-text.ts';
import type { Item } from '../../protocol/conversation.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent, SessionDetails } from '../../protocol/session.ts';
import { itemKindOf } from '../items/item-kinds.ts';
import { aboutRows } from './about-rows.ts';
import { entryOfInteraction } from './describe-interaction.ts';
import type { Block, Entry } from './entry.ts';
import { escapeHtml } from './escape-html.ts';
import type { ExportFormat, ExportFrame } from './export-format.ts';
import { tameMarkdown } from './tame-markdown.ts';
import { type ShowMoment, zonedMoments } from './zoned-moment.ts';

export class MarkdownFormat implements ExportFormat {
  readonly #frame: ExportFrame;
  readonly #moment: ShowMoment;
  #cwd = '';
  /** The nesting depth of subagents: their conversations are quoted. */
  #depth = 0;

  constructor(frame: ExportFrame) {
    this.#frame = frame;
    this.#moment = zonedMoments(frame.timeZone);
  }

  open(): string {
    return '# ';
  }

  begin(session: SessionDetails): string {
    const { title, session_id, cwd } = session;
    this.#cwd = cwd;
    const about = aboutRows({ ...this.#frame, session }, this.#moment);
    const rows = about.map(([name, value]) => `- ${name}: ${plain(value)}`);
    return `${plain(title || session_id)}\n\n${rows.join('\n')}\n\n`;
  }

  openItem(item: Item, interactions: readonly Interaction[]): string {
    const entry = itemKindOf(item).export(item, { interactions, cwd: this.#cwd });
    return entry ? this.#write(entry, item.kind === 'prompt') : '';
  }

  closeItem(): string {
    return '';
  }

  openAgent({ agent_type, description }: Agent): string {
    this.#depth++;
    const name = [agent_type || 'subagent', description].filter(Boolean).join(': ');
    return this.#quote(`**Subagent ${plain(name)}**\n\n`);
  }

  closeAgent(): string {
    this.#depth--;
    return '\n';
  }

  beginRest(): string {
    return '';
  }

  looseInteraction(interaction: Interaction): string {
    return this.#write(entryOfInteraction(interaction), true);
  }

  end(): string {
    return '';
  }

  #write(entry: Entry, withDay: boolean): string {
    const { day, time } = this.#moment(entry.at);
    const when = `· ${withDay ? `${day} ${time}` : time}`;
    const blocks = entry.blocks.map((block) => `${blockToMarkdown(block)}\n\n`).join('');
    if (entry.isFolded && blocks !== '') {
      // Markdown does not apply inside HTML, so only HTML is escaped there.
      const summary = [entry.title, entry.outcome && `(${entry.outcome})`].filter(Boolean).join(' ');
      const line = escapeHtml(summary.replace(/\s+/g, ' '));
      return this.#quote(`<details>\n<summary>${line} ${when}</summary>\n\n${blocks}</details>\n\n`);
    }
    const head = [plain(entry.title), entry.outcome && `(${plain(entry.outcome)})`, when]
      .filter(Boolean)
      .join(' ');
    const heading = entry.kind === 'you' ? `## ${head}` : entry.kind === 'note' ? `*${head}*` : `### ${head}`;
    return this.#quote(`${heading}\n\n${blocks}`);
  }

  #quote(text: string): string {
    if (this.#depth === 0) return text;
    const mark = '> '.repeat(this.#depth);
    const lines = text.replace(/\n+$/, '').split('\n');
    return `${lines.map((line) => `${mark}${line}`.trimEnd()).join('\n')}\n${mark.trimEnd()}\n`;
  }
}

function blockToMarkdown(block: Block): string {
  switch (block.kind) {
    case 'markdown':
      return tameMarkdown(cleanText(block.text));
    case 'code':
      return labelled(block.label, fenced(block.text, block.language));
    case 'diff':
      return labelled(block.label, fenced(block.lines.join('\n'), 'diff'));
    case 'image':
      return '*An image.*';
    case 'remark':
      return `*${plain(block.text)}*`;
  }
}

function labelled(label: string | undefined, text: string): string {
  return label ? `${plain(label)}:\n\n${text}` : text;
}

/** A fence longer than any inside. */
function fenced(text: string, language = ''): string {
  const clean = cleanText(text);
  const longest = Math.max(2, ...[...clean.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${clean.replace(/\n$/, '')}\n${fence}`;
}

/** One line without special characters of markdown or HTML. */
function plain(text: string): string {
  return cleanText(text.replace(/\s+/g, ' ')).replace(/[\\`*_[\]<>|]/g, '\\$&');
}
