/** Reads messages of a stream, one after another, for as long as the host is in the fleet: after every failure it opens the stream again. */
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { HubLog } from '../lib/hub-log.ts';

export interface StreamReaderOptions {
  /** Opens the stream where reading continues. */
  readonly open: () => Promise<ConsumerMessages>;
  readonly take: (message: JsMsg) => void | Promise<void>;
  /** What the stream contains, for the log. */
  readonly what: string;
  readonly retryMs: number;
  readonly output: HubLog;
}

export class StreamReader {
  readonly #options: StreamReaderOptions;
  #messages: ConsumerMessages | undefined;
  #isClosed = false;
  #endPause: () => void = () => {};
  readonly #done: Promise<void>;

  constructor(options: StreamReaderOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** Opens the stream again: after a reconnection it may be another one. */
  restart(): void {
    this.#messages?.stop();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#messages?.stop();
    this.#endPause();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { what, output } = this.#options;
    while (!this.#isClosed) {
      try {
        await this.#read();
      } catch (error) {
        if (this.#isClosed) return;
        output.warn(`Failed to read fleet ${what}; trying again`, error);
      }
      await this.#pause();
    }
  }

  async #read(): Promise<void> {
    const { open, take } = this.#options;
    const messages = await open();
    this.#messages = messages;
    if (this.#isClosed) messages.stop();
    for await (const message of messages) await take(message);
  }

  #pause(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.retryMs);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
