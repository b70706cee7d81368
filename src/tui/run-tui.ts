/** Sets up the terminal UI and runs it until the person leaves. */
import type { ReadStream, WriteStream } from 'node:tty';
import type { Style } from '../lib/style.ts';
import type { Client } from '../sdk/client.ts';
import type { HubAddress } from '../sdk/hub-request.ts';
import type { Inbox } from '../sdk/inbox.ts';
import { LiveHub } from '../sdk/live-hub.ts';
import { SessionList } from '../sdk/session-list.ts';
import { App } from './app.ts';
import { SETTLING_MS } from './cards/interaction-card.ts';
import { Terminal } from './terminal/terminal.ts';

export interface TuiOptions {
  readonly address: HubAddress;
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly style: Style;
  readonly folder: string;
  /** Changed while it runs. */
  readonly drafts?: Map<string, string>;
  readonly WebSocket: typeof globalThis.WebSocket;
  /** Clicks and the wheel work; false leaves the mouse to the terminal. */
  readonly mouse: boolean;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly attach: (sessionId: string) => Promise<void>;
  readonly editText: (text: string) => Promise<string>;
  /** The first session to show; the inbox by default. */
  readonly session?: string | undefined;
  /** Ends it after one request is answered: this one, or without an id the first one. */
  readonly answering?: { readonly id?: string | undefined } | undefined;
}

/** The minimum time between frames. */
const FRAME_MS = 33;
/** Ages are shown in minutes. */
const CLOCK_MS = 10_000;

/**
 * Resolves when the person has left, with the terminal restored. With `answering`, the outcome of the request, or undefined
 * if they left before.
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
  // A new card accepts keys a moment later, and its keys appear then.
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
      // Key presses are drawn immediately.
      if (!signal.aborted) draw();
    },
    onResize: draw,
    mouse: options.mouse,
  });
  const { address, WebSocket } = options;
  const makeSessions = (client: Client) => new SessionList(client);
  const hub = new LiveHub({ address, WebSocket, signal, makeSessions });
  hub.setForeground(true);
  const app: App = new App({
    hub,
    style: options.style,
    folder: options.folder,
    ...(options.drafts && { drafts: options.drafts }),
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
    app.close();
    process.off('uncaughtException', crash);
    process.off('unhandledRejection', crash);
  }
  if (failure) throw failure.error;
  return closed;
}

export interface Closed {
  readonly id: string;
  /** Answered here; otherwise someone else answered first, or Claude withdrew the request. */
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
