/** The hub's side of the thread that reads history: started on demand, ended when idle. */
import { Worker } from 'node:worker_threads';
import { ReinsError } from '../protocol/errors.ts';
import { endThread } from './end-thread.ts';
import type { Questions, ReadReply, ReadRequest, ThreadOrder } from './thread-messages.ts';

/** A search is often followed by another; after this time its memory is worth more. */
const IDLE_MS = 60_000;

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class ReadThread {
  readonly #program: string;
  readonly #file: string;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(program: string, file: string) {
    this.#program = program;
    this.#file = file;
  }

  /** Throws `history_unavailable`. */
  ask<Kind extends keyof Questions>(
    kind: Kind,
    ask: Questions[Kind]['ask'],
  ): Promise<Questions[Kind]['answer']> {
    const worker = this.#worker ?? this.#start();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    worker.postMessage({ id, kind, ask } as ReadRequest);
    return answer as Promise<Questions[Kind]['answer']>;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#end('the hub is closing');
    if (worker) await endThread(worker);
  }

  #start(): Worker {
    const order: ThreadOrder = { role: 'read', file: this.#file };
    const worker = new Worker(this.#program, { workerData: order, env: {} });
    worker.unref();
    worker.on('message', (reply: ReadReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('answer' in reply) waiting?.resolve(reply.answer);
      else waiting?.reject(failed(reply.failure));
    });
    worker.on('error', (error) => this.#worker === worker && this.#end(error.message));
    worker.on('exit', () => this.#worker === worker && this.#end('its thread ended'));
    this.#worker = worker;
    return worker;
  }

  #end(reason: string): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(failed(reason));
    this.#waiting.clear();
  }
}

function failed(reason: string): ReinsError {
  return new ReinsError('history_unavailable', `History cannot be read: ${reason}.`, { reason });
}
