/** The session that a screen shows, kept live: older turns when the reader comes to them, let go of when nobody is there. */
import type { SessionView } from '../../protocol/session.ts';
import { pause } from '../../sdk/backoff.ts';
import type { Client } from '../../sdk/client.ts';
import { type LiveSession, watchSession } from '../../sdk/live-session.ts';
import { untilAnswered } from '../../sdk/try-until-heard.ts';

/** A hub that did not answer is not asked again at once. */
const AGAIN_MS = 2000;
/** Of a session that is watched for days, rows beyond this are let go of while nobody looks at them. */
const MOST_ROWS = 2000;
const KEPT_ITEMS = 500;

/** Where the reader is in the conversation. */
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

  /** Undefined until the hub has told of it. */
  get view(): SessionView | undefined {
    return this.#live?.view;
  }

  /** Why there is nothing to be seen. */
  get problem(): string {
    return this.#problem;
  }

  close(): void {
    this.#end.abort();
  }

  /** Has what the reader needs, and no more. */
  follow({ isAtTop, isAtEnd, rowCount }: ReaderPlace): void {
    if (isAtEnd && rowCount > MOST_ROWS) this.#live?.forgetOlder(KEPT_ITEMS);
    else if (isAtTop) this.#loadOlder();
  }

  /** Waits for a hub that is not there; what it refuses is said. */
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
