/** The socket through which hubs reach a runner: greets them, takes commands, and reports that the journal has grown. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { LineSplitter } from '../../../lib/line-splitter.ts';
import type { RunnerMessage } from '../runner-protocol.ts';

export interface HubSocketOptions {
  readonly file: string;
  readonly hello: () => RunnerMessage;
  readonly news: () => RunnerMessage;
  /** Executes a line from the hub; resolves with the response. */
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

  /** Notifies all connections; several calls in a row become one message. */
  announceNews(): void {
    for (const connection of this.#connections.values()) connection.announceNews();
  }

  broadcast(message: RunnerMessage): void {
    for (const socket of this.#connections.keys()) send(socket, message);
  }

  /** Sends a last message and closes all connections. */
  close(lastMessage: RunnerMessage): void {
    this.#server.close();
    for (const socket of this.#connections.keys()) socket.end(`${JSON.stringify(lastMessage)}\n`);
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

/** While one notification is being sent, later ones wait and are merged. */
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
