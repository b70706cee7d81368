/** The live, scrollable details of a session, shown instead of its conversation. */
import type { Key } from '../../lib/read-keys.ts';
import type { PermissionRuleList } from '../../protocol/permission-rules.ts';
import type { SessionView } from '../../protocol/session.ts';
import { typed } from '../cards/interaction-form.ts';
import type { HelpEntry } from '../help/help-line.ts';
import type { Area, ScreenContext } from '../screens/screen.ts';
import { detailsLines } from './details-lines.ts';

export class DetailsPane {
  readonly #context: ScreenContext;
  #rules: PermissionRuleList | string | undefined;
  /** The newest answer when the rules were fetched: every answer may add rules. */
  #askedAfter: string | undefined;
  #scroll = 0;
  #page = 1;

  constructor(context: ScreenContext) {
    this.#context = context;
  }

  /** `close` if the person leaves, `pass` for global keys. */
  press(key: Key): 'none' | 'pass' | 'close' {
    const letter = typed(key);
    if (key.name === 'escape' || letter === 'q' || letter === 'v') return 'close';
    if (letter === 'j' || key.name === 'down') this.#scroll++;
    else if (letter === 'k' || key.name === 'up') this.#scroll--;
    else if (letter === ' ' || key.name === 'page-down') this.#scroll += this.#page;
    else if (key.name === 'page-up') this.#scroll -= this.#page;
    else return 'pass';
    return 'none';
  }

  help(): readonly HelpEntry[] {
    return [
      ['j/k', 'more'],
      ['Esc', 'back'],
    ];
  }

  lines(view: SessionView, { width, height }: Area): string[] {
    this.#ask(view);
    const all = detailsLines(view, this.#rules, {
      width,
      style: this.#context.style,
      now: this.#context.now(),
    });
    this.#page = Math.max(1, height - 1);
    this.#scroll = Math.max(0, Math.min(this.#scroll, all.length - height));
    return all.slice(this.#scroll, this.#scroll + height);
  }

  #ask({ session_id, interactions }: SessionView): void {
    const newest = interactions.map(({ closed_at = '' }) => closed_at).reduce((a, b) => (a > b ? a : b), '');
    if (newest === this.#askedAfter) return;
    this.#askedAfter = newest;
    const show = (rules: PermissionRuleList | string) => {
      this.#rules = rules;
      this.#context.redraw();
    };
    this.#context.hub.client.permissionRules(session_id).then(show, (error: Error) => show(error.message));
  }
}
