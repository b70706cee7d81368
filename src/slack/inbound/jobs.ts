/**
 * Jobs from people in Slack: recorded before Slack gets its acknowledgement, and carried out once, after a
 * restart if necessary. Every call to the hub has an id derived from Slack's, so a repeated one has no effect.
 */

import { deciderText } from '../../core/wording/answer-text.ts';
import { uuidFrom } from '../../lib/uuid-from.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { type AnswerBody, firstAnswerOf } from '../../sdk/answer-calls.ts';
import { backOff } from '../../sdk/backoff.ts';
import { isUnreachable } from '../../sdk/retry-until-reached.ts';
import type { SlackHub } from '../hub.ts';
import type { Journal } from '../journal.ts';
import type { Person } from '../people.ts';
import type { ReplyPlace } from './replies.ts';
import type { SharedFile } from './shared-files.ts';
import type { SlashCommand } from './slash-commands.ts';

export type Job = { readonly person: Person; readonly reply: ReplyPlace } & (
  | {
      readonly type: 'prompt';
      readonly session: string;
      readonly ts: string;
      readonly text: string;
      readonly files: readonly SharedFile[];
    }
  | { readonly type: 'answer'; readonly interaction: string; readonly body: AnswerBody }
  | { readonly type: 'command'; readonly command: SlashCommand; readonly channel: string }
);
export type JobOf<Type extends Job['type']> = Extract<Job, { type: Type }>;

export interface JobsOptions {
  readonly journal: Journal;
  readonly hub: SlackHub;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
  /** The person as the settings describe them now. */
  readonly recheck: (person: Person) => Promise<Person | undefined>;
  /** `id` is the same for a repeated job. */
  readonly prompt: (job: JobOf<'prompt'>, id: string) => Promise<string | undefined>;
  readonly command: (job: JobOf<'command'>, id: string) => Promise<string>;
  readonly reply: (place: ReplyPlace, text: string) => Promise<void>;
}

export class Jobs {
  readonly #options: JobsOptions;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Runs the jobs that an earlier process did not finish, unless the person has lost their role since. */
  resume(): void {
    for (const [key, job] of this.#options.journal.unfinished()) void this.#runAgain(key, job as Job);
  }

  /** Returns once it is recorded. `key` identifies a repeated delivery, which is ignored. */
  add(key: string, job: Job): void {
    if (this.#options.journal.receive(key, job)) void this.#run(key, job);
  }

  async #runAgain(key: string, job: Job): Promise<void> {
    const { journal, recheck, warn } = this.#options;
    try {
      const person = await recheck(job.person);
      if (person) await this.#run(key, { ...job, person });
      else journal.done(key);
    } catch (error) {
      warn(`${job.type} from Slack: ${(error as Error).message}`);
    }
  }

  async #run(key: string, job: Job): Promise<void> {
    const { journal, signal, reply, warn } = this.#options;
    for (let failures = 0; ; ) {
      try {
        const said = await this.#carryOut(job, uuidFrom('slack', key));
        if (said !== undefined) await reply(job.reply, said);
        break;
      } catch (error) {
        if (signal.aborted) return;
        if (isUnreachable(error)) {
          await backOff(++failures, signal);
          continue;
        }
        if (!(error instanceof ReinsError)) warn(`${job.type} from Slack: ${(error as Error).message}`);
        await reply(job.reply, explain(error)).catch(() => {});
        break;
      }
    }
    journal.done(key);
  }

  async #carryOut(job: Job, id: string): Promise<string | undefined> {
    const { hub, prompt, command } = this.#options;
    switch (job.type) {
      case 'prompt':
        return prompt(job, id);
      case 'answer':
        await hub.actingFor(job.person).answer(job.interaction, job.body, { idempotencyKey: id });
        return undefined;
      case 'command':
        return command(job, id);
    }
  }
}

function explain(error: unknown): string {
  const first = firstAnswerOf(error);
  if (first) return `Your answer was too late. The request was already answered ${deciderText(first)}.`;
  return (error as Error).message;
}
