/**
 * The hub's side of the thread that reads transcripts into history. The thread ends after being idle for a
 * while.
 */
import { Worker } from 'node:worker_threads';
import { endThread } from './end-thread.ts';
import { type IndexNews, type IndexRequest, THREAD_LIMITS, type ThreadOrder } from './thread-messages.ts';

const IDLE_MS = 30_000;

export interface IndexThreadOptions {
  readonly program: string;
  readonly file: string;
  readonly configFolder: string;
  readonly onNews: (news: IndexNews) => void;
}

export class IndexThread {
  readonly #options: IndexThreadOptions;
  #worker: Worker | undefined;
  #stopping = new Int32Array(new SharedArrayBuffer(4));
  #idle: NodeJS.Timeout | undefined;
  /** Unfinished requests, repeated if the thread ends early. */
  #asked = 0;

  constructor(options: IndexThreadOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#asked > 0;
  }

  look(request: IndexRequest): void {
    clearTimeout(this.#idle);
    this.#asked += 1;
    const worker = this.#worker ?? this.#start();
    worker.postMessage(request);
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    Atomics.store(this.#stopping, 0, 1);
    if (worker) await endThread(worker);
  }

  #start(): Worker {
    const { program, file, configFolder } = this.#options;
    this.#stopping = new Int32Array(new SharedArrayBuffer(4));
    const order: ThreadOrder = { role: 'index', file, configFolder, program, stopping: this.#stopping };
    const worker = new Worker(program, { workerData: order, env: {}, resourceLimits: THREAD_LIMITS });
    worker.unref();
    worker.on('message', (news: IndexNews) => this.#receive(worker, news));
    worker.on('error', (error) => this.#fail(worker, error.message));
    worker.on('exit', () => this.#fail(worker, 'its thread ended'));
    this.#worker = worker;
    return worker;
  }

  #receive(worker: Worker, news: IndexNews): void {
    if (this.#worker !== worker) return;
    if (news.type === 'failed') {
      this.#fail(worker, news.reason);
      return;
    }
    if (news.type === 'done' && --this.#asked === 0) {
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
    this.#options.onNews(news);
  }

  #fail(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#asked = 0;
    void worker.terminate();
    this.#options.onNews({ type: 'failed', reason });
  }
}
