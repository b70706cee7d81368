/**
 * Stops what Claude Code is at, so that the stop counts. An interrupt that comes while a prompt still stands in Claude
 * Code's own queue ends nothing: the turn of the prompt begins right after it (2.1.325). The answer names such prompts, and
 * when one of them begins before any turn has ended, it is interrupted again.
 */
import { type ControlAnswer, readStillQueued, readTurnNews } from '../../claude/stream-output.ts';

/** How long a prompt in the queue may take to begin, or the turn before it to end. */
const PATIENCE_MS = 5000;

export class TurnStopper {
  readonly #interrupt: () => Promise<ControlAnswer>;
  readonly #patienceMs: number;
  #underWay: Promise<void> | undefined;
  /** The prompts that the last answer named; the rest of the first answer, since later ones are not ours to stop. */
  #queued: ReadonlySet<string> | undefined;
  /** What came of them: a turn ended, or one of them began. */
  #heard: 'ended' | 'begun' | undefined;
  #tell = () => {};

  constructor(interrupt: () => Promise<ControlAnswer>, patienceMs = PATIENCE_MS) {
    this.#interrupt = interrupt;
    this.#patienceMs = patienceMs;
  }

  /** Resolves when the stop counts. Who asks meanwhile waits for the same one. */
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

  /** Resolves when no stop is under way: what is sent after that is no longer meant by it. */
  async settled(): Promise<void> {
    await this.#underWay?.catch(() => {});
  }

  /** Every answer of Claude Code, in the moment it is read: what follows it tells what became of the prompts it names. */
  answered(answer: ControlAnswer): void {
    const named = this.#underWay && readStillQueued(answer);
    if (!named) return;
    const before = this.#queued;
    this.#queued = new Set(before ? named.filter((uuid) => before.has(uuid)) : named);
    this.#heard = undefined;
  }

  /** Every line of Claude Code. */
  hear(line: string): void {
    if (!this.#queued || this.#heard) return;
    const news = readTurnNews(line);
    if (news === 'ended') this.#note('ended');
    else if (news && this.#queued.has(news.begun)) this.#note('begun');
  }

  /** Nothing more will be heard. */
  close(): void {
    this.#note('ended');
  }

  async #stop(): Promise<void> {
    do await this.#interrupt();
    while ((this.#queued?.size ?? 0) > 0 && (await this.#news()) === 'begun');
  }

  #note(news: 'ended' | 'begun'): void {
    this.#heard = news;
    this.#tell();
  }

  async #news(): Promise<'ended' | 'begun' | undefined> {
    if (!this.#heard) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#patienceMs);
        this.#tell = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#heard;
  }
}
