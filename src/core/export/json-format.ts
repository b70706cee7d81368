/**
 * A session as JSON for programs: everything known about it, its items in order, and the conversation of each
 * subagent inside the call that started it. Written piece by piece, one item per line.
 */

import type { Item } from '../../protocol/conversation.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent, SessionDetails } from '../../protocol/session.ts';
import type { ExportFormat, ExportFrame } from './export-format.ts';

const EXPORT_VERSION = 1;

export class JsonFormat implements ExportFormat {
  readonly #frame: ExportFrame;
  /** Open items and lists, and whether each list has entries. */
  readonly #open: ('item' | { hasEntries: boolean })[] = [];

  constructor(frame: ExportFrame) {
    this.#frame = frame;
  }

  open(): string {
    const { exportedAt, isMasked } = this.#frame;
    return `${unclosed({ reins_export: EXPORT_VERSION, exported_at: exportedAt, masked: isMasked })},"session":`;
  }

  begin(session: SessionDetails): string {
    return `${JSON.stringify(session)},\n"items":${this.#openList()}`;
  }

  openItem(item: Item, interactions: readonly Interaction[]): string {
    const text = `${this.#next()}${unclosed({ ...item, ...(interactions.length > 0 && { interactions }) })}`;
    this.#open.push('item');
    return text;
  }

  closeItem(): string {
    this.#open.pop();
    return '}';
  }

  /** A field inside its call; an entry in the list of the remaining ones. */
  openAgent(agent: Agent): string {
    const place = this.#open.at(-1) === 'item' ? ',"agent":' : this.#next();
    return `${place}${unclosed(agent)},\n"items":${this.#openList()}`;
  }

  closeAgent(): string {
    return `${this.#closeList()}}`;
  }

  beginRest(): string {
    return `${this.#closeList()},\n"rest":${this.#openList()}`;
  }

  looseInteraction(interaction: Interaction): string {
    return `${this.#next()}${JSON.stringify(interaction)}`;
  }

  end(): string {
    return `${this.#closeList()}}\n`;
  }

  #openList(): string {
    this.#open.push({ hasEntries: false });
    return '[\n';
  }

  #closeList(): string {
    this.#open.pop();
    return '\n]';
  }

  /** The separator before the next entry of the list. */
  #next(): string {
    const list = this.#open.at(-1);
    if (list === undefined || list === 'item') return '';
    const between = list.hasEntries ? ',\n' : '';
    list.hasEntries = true;
    return between;
  }
}

/** The object without its closing brace. */
function unclosed(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
