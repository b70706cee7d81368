/**
 * A session whose transcript is not in the log, read as if it were: with the same adapter and reducers, in
 * two readings of its rows, and without writing anything.
 */
import { newTranscriptState } from '../../adapters/transcript-state.ts';
import { canHappen } from '../../core/can-happen.ts';
import { ItemOrder } from '../../core/conversation/item-order.ts';
import type { Draft } from '../../core/draft.ts';
import { nextEvent } from '../../core/next-event.ts';
import { reduceSession } from '../../core/reduce-session.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { WholeSession } from '../../core/whole-session.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Line } from '../../lib/line-splitter.ts';
import type { Item } from '../../protocol/conversation.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { dateFrom, readTranscriptLine } from './transcript-line.ts';

/** One transcript of the session. */
export interface UnreadTranscript {
  /** The subagent it belongs to. */
  readonly agentId: string | undefined;
  /** Returns the same lines every time. */
  read(): AsyncIterable<readonly Line[]>;
  /** What other sources report about the subagent. */
  describe(): readonly Draft[];
}

export interface UnreadSessionOptions {
  /** As in the log. */
  readonly listed: SessionState;
  /** The main one first. */
  readonly transcripts: () => readonly UnreadTranscript[];
  readonly now: Clock;
  /** Ends every reading. */
  readonly signal: AbortSignal;
}

interface RowFacts {
  readonly row: number;
  readonly drafts: readonly Draft[];
}

export class UnreadSession implements WholeSession {
  readonly #options: UnreadSessionOptions;
  /** By subagent; the main one by an empty name. */
  readonly #conversations = new Map<
    string,
    { readonly transcript: UnreadTranscript; readonly order: ItemOrder }
  >();

  constructor(options: UnreadSessionOptions) {
    this.#options = options;
  }

  get listed(): SessionState {
    return this.#options.listed;
  }

  async state(): Promise<SessionState> {
    let state = this.listed;
    const note = (draft: Draft, order?: ItemOrder, row = 0) => {
      if (!canHappen(state, draft)) return;
      const event = nextEvent(draft, state);
      state = reduceSession(state, event);
      order?.note(event, row);
    };
    for (const transcript of this.#options.transcripts()) {
      const order = new ItemOrder();
      this.#conversations.set(transcript.agentId ?? '', { transcript, order });
      for await (const rows of this.#facts(transcript)) {
        for (const { row, drafts } of rows) for (const draft of drafts) note(draft, order, row);
      }
      for (const draft of transcript.describe()) note(draft);
    }
    return state;
  }

  async *pages(agentId = ''): AsyncGenerator<readonly Item[]> {
    const conversation = this.#conversations.get(agentId);
    if (!conversation) return;
    const { transcript, order } = conversation;
    const composer = order.compose();
    for await (const rows of this.#facts(transcript)) {
      const page: Item[] = [];
      for (const { row, drafts } of rows) {
        for (const draft of drafts) composer.take(nextEvent(draft, this.listed), row);
        page.push(...composer.complete(row));
      }
      if (page.length > 0) yield page;
    }
    const rest = [...composer.complete()];
    if (rest.length > 0) yield rest;
  }

  /** Each fact once, as in the log. */
  async *#facts({ agentId, read }: UnreadTranscript): AsyncGenerator<readonly RowFacts[]> {
    const { now, signal } = this.#options;
    const known = new Set<string>();
    const isNew = ({ key }: Draft) => {
      if (key === undefined) return true;
      const isKnown = known.has(key);
      known.add(key);
      return !isKnown;
    };
    let state = newTranscriptState(agentId);
    for await (const lines of read()) {
      if (signal.aborted) throw new ReinsError('invalid_request', 'The request was aborted.');
      state = dateFrom(lines, state, now);
      yield lines.map((line): RowFacts => {
        const reading = readTranscriptLine(line, state, now);
        state = reading.state;
        return { row: line.start, drafts: reading.drafts.filter(isNew) };
      });
    }
  }
}
