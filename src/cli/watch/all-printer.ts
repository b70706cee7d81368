/** All sessions in one stream of lines, each with the name of its session. */
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Session } from '../../protocol/session.ts';
import { shortId } from '../terminal/format.ts';
import type { LayoutOptions } from './layout.ts';
import { SessionPrinter } from './session-printer.ts';

export class AllPrinter {
  readonly #layout: LayoutOptions;
  readonly #folders = new Map<string, string>();
  readonly #printers = new Map<string, SessionPrinter>();

  constructor(layout: LayoutOptions, sessions: readonly Pick<Session, 'session_id' | 'cwd'>[]) {
    this.#layout = layout;
    for (const { session_id, cwd } of sessions) this.#folders.set(session_id, cwd);
  }

  event(event: ReinsEvent): string[] {
    const { session_id, observed, agent_id } = event;
    if (observed?.cwd !== undefined && agent_id === undefined) this.#folders.set(session_id, observed.cwd);
    let printer = this.#printers.get(session_id);
    if (!printer) {
      printer = new SessionPrinter(this.#layout);
      this.#printers.set(session_id, printer);
    }
    return printer.event(event, this.#nameOf(session_id));
  }

  /** The last part of its folder, and enough of its id to use in commands. */
  #nameOf(sessionId: string): string {
    const folder = (this.#folders.get(sessionId) ?? '').split('/').findLast((part) => part !== '');
    return `[${folder ? `${folder} ` : ''}${shortId(sessionId)}]`;
  }
}
