/** Puts the terminal UI together and runs it until the person leaves: terminal, hub, app, and when to draw. */
import type { ReadStream, WriteStream } from 'node:tty';
import type { Style } from '../lib/style.ts';
import type { Client } from '../sdk/client.ts';
import type { HubAddress } from '../sdk/hub-request.ts';
import type { Inbox } from '../sdk/inbox.ts';
import { LiveHub } from '../sdk/live-hub.ts';
import { SessionList } from '../sdk/session-list.ts';
import { App } from './app.ts';
import { SETTLING_MS } from './cards/ask-card.ts';
import { Terminal } from './terminal/terminal.ts';

export interface TuiOptions {
  readonly address: HubAddress;
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly style: Style;
  readonly folder: string;
  readonly WebSocket: typeof globalThis.WebSocket;
  /** Ends it from outside. */
  readonly signal: AbortSignal;
  readonly attach: (sessionId: string) => Promise<void>;
  readonly editText: (text: string) => Promise<string>;
  /** The session to begin with; the inbox otherwise. */
  readonly session?: string | undefined;
  /** Ends it with the answer to one request: this one, or without an id the first that is answered here. */
  readonly answering?: { readonly id?: string | undefined } | undefined;
}

/** Faster than this nobody reads. */
const FRAME_MS = 33;
/** Ages are told in minutes. */
const CLOCK_MS = 10_000;

/**
 * Resolves when the person has left, with the terminal as it was. With `answering`: how the request ended, or undefined when
 * they left before.
 */
export async function runTui(options: TuiOptions): Promise<Closed | undefined> {
  let closed: Closed | undefined;
  const leaving = new AbortController();
  const signal = AbortSignal.any([options.signal, leaving.signal]);
  let frameTimer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    clearTimeout(frameTimer);
    frameTimer = undefined;
    terminal.draw(app.frame());
  };
  const drawSoon = () => {
    frameTimer ??= setTimeout(draw, FRAME_MS);
  };
  let settling: ReturnType<typeof setTimeout> | undefined;
  // A card that has come up can be answered a moment later, and says so then.
  const drawWhenSettled = () => {
    clearTimeout(settling);
    settling = setTimeout(drawSoon, SETTLING_MS + FRAME_MS);
  };
  const terminal: Terminal = new Terminal({
    input: options.input,
    output: options.output,
    onKey: (key) => {
      if (key.name === 'ctrl-l') terminal.forget();
      if (key.name === 'ctrl-z') return terminal.suspend();
      app.press(key);
      drawWhenSettled();
      // A person who has pressed a key waits for it.
      if (!signal.aborted) draw();
    },
    onResize: draw,
  });
  const { address, WebSocket } = options;
  const makeSessions = (client: Client) => new SessionList(client);
  const hub = new LiveHub({ address, WebSocket, signal, makeSessions });
  hub.setForeground(true);
  const app: App = new App({
    hub,
    style: options.style,
    folder: options.folder,
    now: Date.now,
    size: () => terminal.size,
    onChange: drawSoon,
    onLeave: () => leaving.abort(),
    attach: (id) => terminal.lend(() => options.attach(id)),
    editText: (text) => terminal.lend(() => options.editText(text)),
  });
  if (options.session !== undefined) app.go({ name: 'session', id: options.session });
  const request = options.answering?.id;
  if (request !== undefined) app.go({ name: 'inbox', request });
  const crash = (error: unknown) => {
    failure ??= { error };
    leaving.abort();
  };
  let failure: { readonly error: unknown } | undefined;
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  terminal.open();
  draw();
  hub.onChange(() => {
    closed ??= options.answering && closedRequest(hub.inbox, request);
    if (closed) return leaving.abort();
    drawSoon();
    drawWhenSettled();
  });
  const clock = setInterval(drawSoon, CLOCK_MS);
  try {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    for (const timer of [frameTimer, settling, clock]) clearTimeout(timer);
    terminal.close();
    process.off('uncaughtException', crash);
    process.off('unhandledRejection', crash);
  }
  if (failure) throw failure.error;
  return closed;
}

export interface Closed {
  readonly id: string;
  /** Answered here; otherwise somebody else was first, or Claude no longer asks. */
  readonly isAnswered: boolean;
}

function closedRequest({ cards, isLoaded }: Inbox, wanted: string | undefined): Closed | undefined {
  const answered = cards.find(
    ({ interaction, phase }) => phase === 'answered' && (wanted ?? interaction.id) === interaction.id,
  );
  if (answered) return { id: answered.interaction.id, isAnswered: true };
  const isOpen = cards.some(({ interaction, phase }) => interaction.id === wanted && phase !== 'elsewhere');
  return wanted === undefined || isOpen || !isLoaded ? undefined : { id: wanted, isAnswered: false };
}
