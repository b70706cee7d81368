/** The days of a time zone as numbers such as 20260131: small to store, and sortable. */

const DAY_MS = 24 * 60 * 60_000;

export class LocalDays {
  readonly timeZone: string;
  readonly #format: Intl.DateTimeFormat;
  /** The zone's offset by UTC day; undefined for days on which it changes. */
  readonly #offsets = new Map<number, number | undefined>();

  /** Defaults to the zone of this machine. */
  constructor(timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone) {
    this.timeZone = timeZone;
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  }

  /** 0 for an invalid time. */
  dayOf(ms: number): number {
    if (!Number.isFinite(ms) || Math.abs(ms) > 8e15) return 0;
    return toDay(new Date(ms + this.#offsetAt(ms)).toISOString().slice(0, 10));
  }

  #offsetAt(ms: number): number {
    const day = Math.floor(ms / DAY_MS);
    if (!this.#offsets.has(day)) {
      const start = this.#measure(day * DAY_MS);
      this.#offsets.set(day, start === this.#measure((day + 1) * DAY_MS) ? start : undefined);
    }
    return this.#offsets.get(day) ?? this.#measure(ms);
  }

  #measure(ms: number): number {
    const whole = Math.floor(ms / 1000) * 1000;
    return Date.parse(`${this.#format.format(whole).replace(' ', 'T')}Z`) - whole;
  }
}

/** `2026-01-31` as a number. */
export function toDay(text: string): number {
  return Number(text.replaceAll('-', ''));
}

export function fromDay(day: number): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
