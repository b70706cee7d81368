/** What the terminals of sessions add to asks: a way to answer them, and dialogs that nobody else has told of. */
import { KeyRoutes } from './key-routes.ts';
import { UnaskedDialogs, type UnaskedDialogsOptions } from './unasked-dialogs.ts';

export class TerminalAsks {
  readonly #routes: KeyRoutes;
  readonly #unasked: UnaskedDialogs;

  constructor(options: UnaskedDialogsOptions) {
    const canType = (sessionId: string) => options.dialogs(sessionId) !== undefined;
    this.#routes = new KeyRoutes({ ...options, canType });
    this.#unasked = new UnaskedDialogs(options);
  }

  /** A run has begun or ceased to serve the session. */
  onRunChange(sessionId: string): void {
    this.#routes.checkSession(sessionId);
  }

  /** The runs that an earlier hub left behind are taken up. */
  start(): void {
    this.#routes.checkAll();
    this.#unasked.lookAtAll();
  }

  close(): void {
    this.#unasked.close();
    this.#routes.close();
  }
}
