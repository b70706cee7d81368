/**
 * Prints a session with the answer growing as it streams. The next piece continues an unfinished line; other
 * output ends the line, and the rest continues below. The answer's own event finishes it.
 */
import type { ReinsEvent } from '../../protocol/events.ts';
import type { TextDelta } from '../../protocol/live.ts';
import { columnOf, type Entry, type LayoutOptions, layOut } from './layout.ts';
import type { SessionPrinter } from './session-printer.ts';

interface Answer {
  readonly at: string;
  text: string;
  /** The text on the screen, as laid out. */
  shown: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what we look for
const ESCAPE = /[\u001b\u0090-\u009f]/;

export class LivePrinter {
  readonly #printer: Pick<SessionPrinter, 'event'>;
  readonly #layout: LayoutOptions;
  readonly #now: () => Date;
  readonly #answers = new Map<string, Answer>();
  /** The answer whose last line is unfinished. */
  #open: Answer | undefined;

  constructor(printer: Pick<SessionPrinter, 'event'>, layout: LayoutOptions, now = () => new Date()) {
    this.#printer = printer;
    this.#layout = layout;
    this.#now = now;
  }

  /** The output for a piece of text; thoughts are printed once they are complete. */
  delta({ type, item, offset, text }: TextDelta): string {
    if (type !== 'text_delta') return '';
    const answer = this.#answers.get(item) ?? { at: this.#now().toISOString(), text: '', shown: '' };
    this.#answers.set(item, answer);
    answer.text = answer.text.slice(0, offset) + text;
    return this.#showMore(answer, withoutUnfinished(answer.text));
  }

  /** The output for an event. */
  event(event: ReinsEvent): string {
    const lines = this.#printer.event(event);
    const answer = event.item === undefined ? undefined : this.#answers.get(event.item);
    if (answer && event.item !== undefined && event.type === 'assistant_text') {
      this.#answers.delete(event.item);
      const more = this.#showMore(answer, `${event.text}${event.aborted ? ' (interrupted)' : ''}`);
      return this.#open === answer ? more + this.#endLine() : more;
    }
    return lines.length === 0 ? '' : `${this.#endLine()}${lines.join('\n')}\n`;
  }

  /** Text that does not continue the shown text is printed again; a restarted hub may briefly have less. */
  #showMore(answer: Answer, text: string): string {
    const whole = layOut(entryOf(answer.at, text), this.#layout).join('\n');
    const isContinued = whole.startsWith(answer.shown);
    if (answer.shown.startsWith(whole)) return '';
    const isOpen = isContinued && this.#open === answer;
    const more = isContinued ? whole.slice(answer.shown.length) : whole;
    const lineEnd = isOpen ? '' : this.#endLine();
    const isBelow = isContinued && !isOpen && answer.shown !== '' && !more.startsWith('\n');
    answer.shown = whole;
    this.#open = answer;
    return `${lineEnd}${isBelow ? ' '.repeat(columnOf(this.#layout)) : ''}${more}`;
  }

  #endLine(): string {
    const isOpen = this.#open !== undefined;
    this.#open = undefined;
    return isOpen ? '\n' : '';
  }
}

function entryOf(at: string, text: string): Entry {
  return { at, label: 'claude', text, whole: true };
}

/** A possible start of an escape sequence waits for its end. */
function withoutUnfinished(text: string): string {
  const line = text.lastIndexOf('\n') + 1;
  const begin = text.slice(line).search(ESCAPE);
  return begin < 0 ? text : text.slice(0, line + begin);
}
