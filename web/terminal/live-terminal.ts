/** The terminal connection of one session: open while the page is visible, closed otherwise. */
import { type HubAddress, TerminalSocket } from '../../src/sdk/index.ts';
import { Store } from '../hub/store.ts';
import type { GridSize } from './fit-size.ts';
import { ScreenEmulator } from './screen-emulator.ts';

/** Short text is typed as keys, so that dialogs react to it; longer or multi-line text is pasted. */
const LONGEST_TYPED = 200;

export class LiveTerminal extends Store {
  readonly emulator = new ScreenEmulator();
  readonly #address: HubAddress;
  readonly #sessionId: string;
  #socket: TerminalSocket | undefined;
  #visit: AbortController | undefined;
  #state: 'connecting' | 'live' | 'lost' = 'connecting';
  #words: string | undefined;
  #size: GridSize | undefined;

  constructor(address: HubAddress, sessionId: string) {
    super();
    this.#address = address;
    this.#sessionId = sessionId;
  }

  get state(): 'connecting' | 'live' | 'lost' {
    return this.#state;
  }

  /** The last error: why the terminal is unavailable, or why a key was refused. */
  get words(): string | undefined {
    return this.#words;
  }

  /** Connects while the page is visible and disconnects otherwise, to spare the hub. */
  look(isLooking: boolean): void {
    if (isLooking === (this.#visit !== undefined)) return;
    this.#visit?.abort();
    this.#visit = undefined;
    if (!isLooking) {
      this.#become('connecting');
      return;
    }
    const visit = new AbortController();
    this.#visit = visit;
    this.#socket = new TerminalSocket({
      ...this.#address,
      sessionId: this.#sessionId,
      signal: visit.signal,
      onScreen: (screen) => {
        this.emulator.draw(screen);
        this.changed();
      },
      onOutput: (bytes) => this.emulator.write(bytes),
      onState: (state) => {
        if (state.state === 'live') {
          this.#become('live');
          this.#sendSize();
        } else this.#become('lost', state.reason);
      },
      onRefused: (message) => this.#become(this.#state, message),
    });
  }

  /** The page lost its connection: this one may be dead, too. */
  renew(): void {
    this.#socket?.renew();
  }

  /** The page is connected again. Keeps a live connection: a new one would lose keys pressed meanwhile. */
  retry(): void {
    this.#socket?.retry();
  }

  /** False if the terminal is not live; the text is not sent later. */
  press(data: string): boolean {
    if (this.#words !== undefined && this.#state === 'live') this.#become('live');
    return this.#socket?.send({ type: 'keys', data }) ?? false;
  }

  type(text: string): boolean {
    if (text.length > LONGEST_TYPED || /[\r\n]/.test(text)) return this.paste(text);
    return this.press(text);
  }

  paste(text: string): boolean {
    return this.#socket?.send({ type: 'paste', text }) ?? false;
  }

  /** Requests a size; the hub applies it unless someone is attached. */
  fit(size: GridSize): void {
    if (size.columns === this.#size?.columns && size.rows === this.#size.rows) return;
    this.#size = size;
    this.#sendSize();
  }

  close(): void {
    this.look(false);
    this.emulator.dispose();
  }

  #sendSize(): void {
    const size = this.#size;
    if (!size) return;
    const { columns, rows } = this.emulator;
    if (size.columns !== columns || size.rows !== rows) this.#socket?.send({ type: 'fit', ...size });
  }

  #become(state: 'connecting' | 'live' | 'lost', words?: string): void {
    this.#state = state;
    this.#words = words;
    this.changed();
  }
}
