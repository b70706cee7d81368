/** Finds mentions of the hub's address. False positives are fine: any doubt counts as a mention. */
import { foldCase } from './paths.ts';

/** Names and numbers of this machine for itself, including unusual notations. */
const LOOPBACK =
  /localhost|(?<![\d.])127(?:\.\d+){1,3}(?![\d.])|(?<![\w:])(?:0*:){2,7}0*1(?![\w:])|(?<![\d.])0\.0\.0\.0|\[::\]|ffff:7f|ffff:127\.|2130706433|0x7f|(?<!\d)0177\./;
/** Default ports are hardly ever written, so that their number alone means nothing. */
const DEFAULT_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Built once for the addresses of a hub, `host:port` each. */
export class HubAddresses {
  /** Names of the hub other than this machine's names for itself. */
  readonly #names: RegExp | undefined;
  readonly #ports: readonly number[];
  readonly #isOnDefaultPort: boolean;
  /** A port as a separate number, and one after a colon. */
  readonly #number: RegExp | undefined;
  readonly #behindColon: RegExp | undefined;

  constructor(addresses: readonly string[]) {
    const read = addresses.map(splitAddress);
    const names = read.filter(({ host }) => !isLoopback(host)).map(({ host }) => asLiteral(host));
    this.#names = either(names, (any) => `(?<![\\w-])(?:${any})(?![\\w-])`);
    this.#ports = read.map(({ port }) => port).filter((port) => port > 0 && !DEFAULT_PORTS.has(port));
    this.#isOnDefaultPort = read.some(({ host, port }) => isLoopback(host) && DEFAULT_PORTS.has(port));
    this.#number = either(this.#ports, (any) => `(?<![\\w.])0*(?:${any})(?![\\w.])`);
    this.#behindColon = either(this.#ports, (any) => `:0*(?:${any})(?!\\d)`);
  }

  /** The matching part of a text of any length; a bare number counts only next to a name of this machine. */
  findIn(text: string): string | undefined {
    const folded = foldCase(text);
    const named = this.#names?.exec(folded)?.[0] ?? this.#behindColon?.exec(folded)?.[0];
    if (named !== undefined) return named;
    if (!this.#isOnDefaultPort && !this.#number?.test(folded)) return undefined;
    return LOOPBACK.exec(folded)?.[0];
  }

  /** A single argument of a command, in which a bare number may be a port. */
  isInArgument(word: string): boolean {
    const folded = foldCase(word);
    // A port that the program itself expands, as curl does with [4000-5000] and {4000,5000}.
    if (/[\w.\]]:\d*[[{]/.test(folded)) return true;
    return this.#number?.test(folded) === true || this.#isInRange(folded);
  }

  #isInRange(text: string): boolean {
    return [...text.matchAll(/(?<!\d)(\d{1,5})-(\d{1,5})(?!\d)/g)].some(([, low, high]) =>
      this.#ports.some((port) => Number(low) <= port && port <= Number(high)),
    );
  }
}

function splitAddress(address: string): { host: string; port: number } {
  const [, host = '', port = '0'] = /^(.*):(\d+)$/.exec(foldCase(address)) ?? ['', foldCase(address)];
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function isLoopback(host: string): boolean {
  return host === '' || host === '::' || LOOPBACK.test(host);
}

function either(choices: readonly (string | number)[], frame: (any: string) => string): RegExp | undefined {
  return choices.length === 0 ? undefined : new RegExp(frame(choices.join('|')));
}

function asLiteral(text: string): string {
  return text.replace(/[^\w]/g, '\\$&');
}
