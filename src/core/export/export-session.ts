/**
 * Writes a whole session piece by piece: items in order, the conversation of a subagent inside the call that
 * started it, requests and their answers next to the call. Never holds more than one page of the
 * conversation.
 */

import type { Item } from '../../protocol/conversation.ts';
import type { ExportFormatName } from '../../protocol/export.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent, SessionDetails } from '../../protocol/session.ts';
import { maskValue } from '../masking/mask-secrets.ts';
import type { ExportFormat, ExportFrame } from './export-format.ts';
import { HtmlFormat } from './html-format.ts';
import { JsonFormat } from './json-format.ts';
import { MarkdownFormat } from './markdown-format.ts';

export interface ExportSource {
  /** Everything about the session. Requested once, after the first output. */
  session(): Promise<SessionDetails>;
  readonly interactions: readonly Interaction[];
  /** Pages of a conversation in order: the main one, or that of a subagent. */
  pages(agentId?: string): Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>;
}

export interface ExportOptions {
  readonly format: ExportFormatName;
  /** Leaves secrets unmasked. */
  readonly raw: boolean;
  readonly timeZone: string;
  readonly now: number;
}

const FORMATS: Readonly<Record<ExportFormatName, new (frame: ExportFrame) => ExportFormat>> = {
  markdown: MarkdownFormat,
  html: HtmlFormat,
  json: JsonFormat,
};

/** Yields text once per page of the conversation, so that a slow reader applies backpressure. */
export async function* exportSession(source: ExportSource, options: ExportOptions): AsyncGenerator<string> {
  yield* new Exporter(source, options).run();
}

class Exporter {
  readonly #source: ExportSource;
  readonly #format: ExportFormat;
  readonly #clean: <Value>(value: Value) => Value;
  readonly #byCall = new Map<string, Interaction[]>();
  #agents: ReadonlyMap<string, Agent> = new Map();
  /** Each is written once, no matter how many calls refer to it. */
  readonly #written = new Set<string>();

  constructor(source: ExportSource, { format, raw, timeZone, now }: ExportOptions) {
    this.#source = source;
    this.#clean = raw ? (value) => value : maskValue;
    const exportedAt = new Date(now).toISOString();
    this.#format = new FORMATS[format]({ exportedAt, isMasked: !raw, timeZone });
    for (const one of source.interactions) {
      if (!one.tool_use_id) continue;
      this.#byCall.set(one.tool_use_id, [...(this.#byCall.get(one.tool_use_id) ?? []), one]);
    }
  }

  async *run(): AsyncGenerator<string> {
    yield this.#format.open();
    const session = this.#clean(await this.#source.session());
    this.#agents = new Map(
      session.agents.toReversed().flatMap((agent) => (agent.tool_use_id ? [[agent.tool_use_id, agent]] : [])),
    );
    yield this.#format.begin(session);
    yield* this.#conversation();
    yield this.#format.beginRest();
    for (const agent of session.agents) {
      if (!this.#written.has(agent.agent_id)) yield* this.#agent(agent);
    }
    for (const one of this.#source.interactions) {
      if (!one.tool_use_id || this.#byCall.has(one.tool_use_id)) {
        yield this.#format.looseInteraction(this.#clean(one));
      }
    }
    yield this.#format.end();
  }

  async *#conversation(agentId?: string): AsyncGenerator<string> {
    for await (const page of endsLast(this.#source.pages(agentId))) {
      let text = '';
      for (const item of page) {
        const call = item.kind === 'tool' ? item.tool_use_id : undefined;
        text += this.#format.openItem(this.#clean(item), this.#clean(this.#interactionsOf(call)));
        const agent = call === undefined ? undefined : this.#agents.get(call);
        if (agent && !this.#written.has(agent.agent_id)) {
          yield text;
          text = '';
          yield* this.#agent(agent);
        }
        text += this.#format.closeItem(item);
      }
      yield text;
    }
  }

  async *#agent(agent: Agent): AsyncGenerator<string> {
    this.#written.add(agent.agent_id);
    yield this.#format.openAgent(agent);
    yield* this.#conversation(agent.agent_id);
    yield this.#format.closeAgent(agent);
  }

  /** The remaining ones belong to calls that are not in the conversation. */
  #interactionsOf(call: string | undefined): readonly Interaction[] {
    const found = call === undefined ? undefined : this.#byCall.get(call);
    if (found && call !== undefined) this.#byCall.delete(call);
    return found ?? [];
  }
}

/** Stream runs report the end of a turn next to its prompt; readers expect it after the answer. */
async function* endsLast(
  pages: Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  const ended: Item[] = [];
  for await (const page of pages) {
    const ordered: Item[] = [];
    for (const item of page) {
      if (item.kind === 'prompt') ordered.push(...ended.splice(0));
      if (item.kind === 'end') ended.push(item);
      else ordered.push(item);
    }
    yield ordered;
  }
  yield ended;
}
