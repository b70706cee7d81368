/** The session of a screen, kept live: loads older turns as the reader reaches them, and drops them afterwards. */
import type { SessionView } from '../../protocol/session.ts';
import { pause } from '../../sdk/backoff.ts';
import type { Client } from '../../sdk/client.ts';
import { type LiveSession, watchSession } from '../../sdk/live-session.ts';
import { untilAnswered } from '../../sdk/retry-until-reached.ts';

/** The pause before retrying an unreachable hub. */
const AGAIN_MS = 2000;
/** Drops rows beyond this number unless the reader is there, so that a session can be watched for days. */
const MOST_ROWS = 2000;
const KEPT_ITEMS = 500;

/** The reader's position in the conversation. */
export interface ReaderPlace {
  readonly isAtTop: boolean;
  readonly isAtEnd: boolean;
  readonly rowCount: number;
}

export class WatchedSession {
  readonly #end = new AbortController();
  readonly #onChange: () => void;
  #live: LiveSession | undefined;
  #problem = '';
  #isLoadingOlder = false;

  constructor(client: Client, id: string, onChange: () => void) {
    this.#onChange = onChange;
    void this.#watch(client, id);
  }

  /** Undefined until the hub has responded. */
  get view(): SessionView | undefined {
    return this.#live?.view;
  }

  /** Why the session cannot be shown. */
  get problem(): string {
    return this.#problem;
  }

  close(): void {
    this.#end.abort();
  }

  /** Loads what the reader needs, and drops the rest. */
  follow({ isAtTop, isAtEnd, rowCount }: ReaderPlace): void {
    if (isAtEnd && rowCount > MOST_ROWS) this.#live?.forgetOlder(KEPT_ITEMS);
    else if (isAtTop) this.#loadOlder();
  }

  /** Waits for an unreachable hub; reports a refusal. */
  async #watch(client: Client, id: string): Promise<void> {
    const { signal } = this.#end;
    const onFailure = (error: unknown) => {
      this.#problem = (error as Error).message;
      this.#onChange();
    };
    try {
      this.#live = await untilAnswered(() => watchSession(client, id, { signal }), { signal, onFailure });
      this.#live.onChange(this.#onChange);
      this.#onChange();
    } catch (error) {
      onFailure(error);
    }
  }

  #loadOlder(): void {
    if (this.view?.older_before === undefined || this.#isLoadingOlder) return;
    this.#isLoadingOlder = true;
    const done = () => {
      this.#isLoadingOlder = false;
      this.#onChange();
    };
    this.#live?.loadOlder().then(done, () => void pause(AGAIN_MS, this.#end.signal).then(done));
  }
}
