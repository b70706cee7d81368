/** The socket on which hubs reach a runner: greets, takes commands, tells that the journal has grown. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { LineSplitter } from '../../../lib/line-splitter.ts';
import type { RunnerMessage } from '../runner-protocol.ts';

export interface HubSocketOptions {
  readonly file: string;
  readonly hello: () => RunnerMessage;
  readonly news: () => RunnerMessage;
  /** What a line from the hub asks for, done; resolves with the answer. */
  readonly obey: (line: string) => Promise<RunnerMessage>;
}

/** `onListening` is called once hubs can connect. */
export class RunnerSocket {
  readonly #options: HubSocketOptions;
  readonly #server: Server;
  readonly #connections = new Map<Socket, Connection>();

  constructor(options: HubSocketOptions, onListening: () => void) {
    this.#options = options;
    rmSync(options.file, { force: true });
    this.#server = createServer((socket) => this.#greet(socket));
    this.#server.listen(options.file, () => {
      chmodSync(options.file, 0o600);
      onListening();
    });
  }

  /** Tells everyone that there is news; many calls in a row become one message. */
  announceNews(): void {
    for (const connection of this.#connections.values()) connection.announceNews();
  }

  tell(message: RunnerMessage): void {
    for (const socket of this.#connections.keys()) send(socket, message);
  }

  /** Says a last word and lets go of everyone. */
  close(lastWord: RunnerMessage): void {
    this.#server.close();
    for (const socket of this.#connections.keys()) socket.end(`${JSON.stringify(lastWord)}\n`);
    rmSync(this.#options.file, { force: true });
  }

  #greet(socket: Socket): void {
    const { hello, news, obey } = this.#options;
    const splitter = new LineSplitter();
    this.#connections.set(socket, new Connection(socket, news));
    socket.on('error', () => {});
    socket.on('close', () => this.#connections.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      for (const { text } of splitter.push(chunk)) void obey(text).then((answer) => send(socket, answer));
    });
    send(socket, hello());
  }
}

/** While one piece of news is on its way, the next ones wait and become one. */
class Connection {
  readonly #socket: Socket;
  readonly #news: () => RunnerMessage;
  #isPlanned = false;

  constructor(socket: Socket, news: () => RunnerMessage) {
    this.#socket = socket;
    this.#news = news;
  }

  announceNews(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    if (this.#socket.writableNeedDrain) this.#socket.once('drain', () => this.#send());
    else setImmediate(() => this.#send());
  }

  #send(): void {
    this.#isPlanned = false;
    send(this.#socket, this.#news());
  }
}

function send(socket: Socket, message: RunnerMessage): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}
