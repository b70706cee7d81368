/**
 * A session as JSON for programs: everything known about it, its items in order, and the conversation of each subagent
 * inside the call that began it. Written piece by piece, one item to a line.
 */
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent, Item, SessionDetails } from '../../protocol/session.ts';
import type { ExportFormat, ExportFrame } from './export-format.ts';

const EXPORT_VERSION = 1;

export class JsonFormat implements ExportFormat {
  readonly #frame: ExportFrame;
  /** What is open: items, and lists with whether they have entries. */
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

  /** Inside its call it is a field; among the rest it is an entry. */
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

  /** What parts the next entry of the list from the one before. */
  #next(): string {
    const list = this.#open.at(-1);
    if (list === undefined || list === 'item') return '';
    const between = list.hasEntries ? ',\n' : '';
    list.hasEntries = true;
    return between;
  }
}

/** The object without its last brace. */
function unclosed(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
