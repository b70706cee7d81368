/**
 * Stops the current turn reliably. An interrupt that arrives while a prompt is in Claude Code's own queue ends nothing: the
 * prompt's turn starts right after it (2.1.325). The response names such prompts; if one of them starts before any turn has
 * ended, it is interrupted again.
 */
import { type ControlAnswer, readStillQueued, readTurnNews } from '../../claude/stream-output.ts';

/** How long a queued prompt may take to start, or the turn before it to end. */
const PATIENCE_MS = 5000;

export class TurnStopper {
  readonly #interrupt: () => Promise<ControlAnswer>;
  readonly #patienceMs: number;
  #underWay: Promise<void> | undefined;
  /** The prompts that the last response named, limited to those of the first response: later ones are not ours to stop. */
  #queued: ReadonlySet<string> | undefined;
  /** The outcome: a turn ended, or one of the prompts started. */
  #outcome: 'ended' | 'begun' | undefined;
  #wake = () => {};

  constructor(interrupt: () => Promise<ControlAnswer>, patienceMs = PATIENCE_MS) {
    this.#interrupt = interrupt;
    this.#patienceMs = patienceMs;
  }

  /** Resolves when the stop has taken effect. Concurrent callers share one stop. */
  stop(): Promise<void> {
    this.#underWay ??= this.#stop().finally(() => {
      this.#underWay = undefined;
      this.#queued = undefined;
    });
    return this.#underWay;
  }

  get isUnderWay(): boolean {
    return this.#underWay !== undefined;
  }

  /** Resolves when no stop is under way: the stop no longer applies to prompts sent after that. */
  async settled(): Promise<void> {
    await this.#underWay?.catch(() => {});
  }

  /** Called with every response of Claude Code as soon as it is read: the lines after it show what happened to the prompts. */
  answered(answer: ControlAnswer): void {
    const named = this.#underWay && readStillQueued(answer);
    if (!named) return;
    const before = this.#queued;
    this.#queued = new Set(before ? named.filter((uuid) => before.has(uuid)) : named);
    this.#outcome = undefined;
  }

  /** Called with every line of Claude Code. */
  onLine(line: string): void {
    if (!this.#queued || this.#outcome) return;
    const news = readTurnNews(line);
    if (news === 'ended') this.#note('ended');
    else if (news && this.#queued.has(news.begun)) this.#note('begun');
  }

  /** No more lines will follow. */
  close(): void {
    this.#note('ended');
  }

  async #stop(): Promise<void> {
    do await this.#interrupt();
    while ((this.#queued?.size ?? 0) > 0 && (await this.#news()) === 'begun');
  }

  #note(news: 'ended' | 'begun'): void {
    this.#outcome = news;
    this.#wake();
  }

  async #news(): Promise<'ended' | 'begun' | undefined> {
    if (!this.#outcome) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#patienceMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#outcome;
  }
}
