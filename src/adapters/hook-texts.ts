/**
 * Claude's texts, assembled from hooks alone: `MessageDisplay` brings them in pieces that may overtake each
 * other. `Stop` repeats the last message, in case pieces were lost or this Claude Code sends none.
 */
import type { HookPayload } from '../claude/hook-payload.ts';
import { positionOf } from '../core/reduce-item.ts';
import { type HookFact, placeBefore } from './hook-fact.ts';

interface OpenMessage {
  readonly id: string;
  readonly promptId: string;
  readonly position: number;
  readonly pieces: Map<number, string>;
  pieceCount?: number;
}

/** Messages whose late pieces are still recognized. */
const REMEMBERED = 50;

export class HookTexts {
  readonly #open = new Map<string, OpenMessage>();
  readonly #facts = new Set<string>();
  /**
   * The newest text, whether it belongs to the last message, and what `Stop` contained before its pieces
   * arrived.
   */
  #turn: { readonly promptId: string; said?: string; isFresh?: boolean; lastByStop?: string } = {
    promptId: '',
  };

  /**
   * `callsSince`: start of the calls that have no results yet. Text that arrives meanwhile was written before
   * them.
   */
  display(payload: HookPayload, at: number, callsSince: number | undefined): HookFact[] {
    const { message_id: id, prompt_id: promptId = '', index = 0, delta = '', final } = payload;
    if (id === undefined || this.#facts.has(id)) return [];
    const position = callsSince === undefined ? positionOf({ at }) : placeBefore(callsSince);
    const message: OpenMessage = this.#open.get(id) ?? { id, promptId, position, pieces: new Map() };
    this.#open.set(id, message);
    message.pieces.set(index, delta);
    if (final) message.pieceCount = index + 1;
    if (message.pieces.size !== message.pieceCount) return [];
    const text = joined(message);
    const isRepeated = this.#turn.promptId === promptId && this.#turn.lastByStop?.includes(text.trim());
    return this.#report(message, isRepeated ? '' : text);
  }

  /** Claude has new results: text from now on is a new message. */
  resultsCame(): void {
    this.#turn.isFresh = false;
  }

  /** The turn is over, and this was its last message. */
  turnEnded(promptId: string, lastMessage = ''): HookFact[] {
    const open = [...this.#open.values()].filter((message) => message.promptId === promptId);
    const facts = open.flatMap((message) => {
      const received = joined(message).trim();
      return this.#report(message, lastMessage.includes(received) ? lastMessage : received);
    });
    const { promptId: spoken, isFresh, said } = this.#turn;
    if (spoken === promptId && (isFresh || said === lastMessage.trim())) return facts;
    facts.push(...this.#report({ id: `last:${promptId}`, promptId }, lastMessage));
    this.#turn.lastByStop = lastMessage;
    return facts;
  }

  /** The turn was aborted: the text so far stays. */
  brokenOff(promptId: string): HookFact[] {
    const open = [...this.#open.values()].filter((message) => message.promptId === promptId);
    return open.flatMap((message) => this.#report(message, joined(message), true));
  }

  #report(
    { id, promptId, position }: { id: string; promptId: string; position?: number },
    text: string,
    aborted?: true,
  ): HookFact[] {
    this.#open.delete(id);
    this.#facts.add(id);
    for (const oldest of this.#facts) if (this.#facts.size > REMEMBERED) this.#facts.delete(oldest);
    if (this.#turn.promptId !== promptId) this.#turn = { promptId };
    if (text.trim() === '') return [];
    this.#turn.said = text.trim();
    this.#turn.isFresh = true;
    const key = `block:${id}:0`;
    return [
      {
        type: 'assistant_text',
        key,
        item: key,
        message_id: id,
        block: 0,
        text,
        ...(position !== undefined && { position }),
        ...(aborted && { aborted }),
      },
    ];
  }
}

function joined({ pieces }: OpenMessage): string {
  return [...pieces]
    .sort(([a], [b]) => a - b)
    .map(([, piece]) => piece)
    .join('');
}
