/** Claude's suggestions as checkboxes; the last one ticked can be edited and applied in another scope. Pure. */
import {
  DESTINATIONS,
  editableText,
  editSuggestion,
  placeText,
  readSuggestion,
  type Suggestion,
  suggestionText,
} from '../../core/wording/suggestion-text.ts';
import { exactLine } from '../../lib/hidden-characters.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { HelpEntry } from '../help/help-line.ts';

export class SuggestionList {
  readonly #mayChange: boolean;
  #suggestions: Suggestion[];
  readonly #ticked = new Set<number>();
  #last: number | undefined;

  /** An approver can accept only changes that end with the session. */
  constructor(candidates: readonly unknown[], mayChange: boolean) {
    this.#mayChange = mayChange;
    this.#suggestions = candidates
      .flatMap((one) => readSuggestion(one) ?? [])
      .filter(({ type, destination }) => mayChange || (destination === 'session' && type !== 'setMode'))
      .slice(0, 9);
  }

  get chosen(): Record<string, unknown>[] {
    return this.#suggestions.flatMap((one, index) => (this.#ticked.has(index) ? [{ ...one }] : []));
  }

  /** The rule of the last one ticked, if it has one. */
  get ruleText(): string | undefined {
    const last = this.#last === undefined || !this.#mayChange ? undefined : this.#suggestions[this.#last];
    return last && editableText(last);
  }

  setRule(text: string): void {
    if (text.trim() !== '') this.#change({ text: text.trim() });
  }

  /** `1` ticks the first, or unticks it. */
  toggle(letter: string): boolean {
    const index = /^[1-9]$/.test(letter) ? Number(letter) - 1 : -1;
    if (!this.#suggestions[index]) return false;
    if (this.#ticked.delete(index)) this.#last = undefined;
    else {
      this.#ticked.add(index);
      this.#last = index;
    }
    return true;
  }

  movePlace(): boolean {
    const last = this.#last === undefined ? undefined : this.#suggestions[this.#last];
    if (!last || !this.#mayChange) return false;
    const next = (DESTINATIONS.indexOf(last.destination ?? '') + 1) % DESTINATIONS.length;
    this.#change({ destination: DESTINATIONS[next] });
    return true;
  }

  lines(style: Style, width: number): string[] {
    return this.#suggestions.flatMap((one, index) => {
      const isTicked = this.#ticked.has(index);
      const words = exactLine(`${suggestionText(one)} ${placeText(one.destination)}`);
      const lead = `[${isTicked ? 'x' : ' '}] ${index + 1} `;
      return wrapText(words, width - lead.length).map((line, at) =>
        (isTicked ? style.strong : style.quiet)(`${at === 0 ? lead : ' '.repeat(lead.length)}${line}`),
      );
    });
  }

  help(): readonly HelpEntry[] {
    if (this.#suggestions.length === 0) return [];
    const count = this.#suggestions.length;
    return [
      [count === 1 ? '1' : `1-${count}`, 'tick'],
      ...(this.ruleText === undefined ? [] : [['r', 'edit rule'] as const]),
      ...(this.#last === undefined || !this.#mayChange ? [] : [['p', 'where it applies'] as const]),
    ];
  }

  #change(change: Parameters<typeof editSuggestion>[1]): void {
    const at = this.#last;
    this.#suggestions = this.#suggestions.map((one, index) =>
      index === at ? editSuggestion(one, change) : one,
    );
  }
}
