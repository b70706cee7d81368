/**
 * What becomes of one message, from the events and views of its session: purely, so that it can be told event by event.
 * A stream session reports the end of a turn with the ids of all prompts it answers, merged ones included. In a terminal
 * the prompt is known by its words and the turn by its end, a command by what it prints. For whatever has none of that
 * the session at rest, seen twice, is the end. Where the hub continues turns that reach their limit by itself, the end is
 * that of the last one.
 */
import { isSameText } from '../core/same-text.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Message } from '../protocol/messages.ts';
import type { SessionView } from '../protocol/session.ts';

export type TurnReport = ReinsEvent<'turn_reported'>;

/** How it ended. `promptId` names the turn where the text of the answer has to be looked up. */
export interface Verdict {
  readonly outcome: 'completed' | 'interrupted' | 'failed';
  readonly error?: { readonly code: string; readonly message: string };
  readonly promptId?: string;
  readonly report?: TurnReport;
  /** What a command printed. */
  readonly text?: string;
  /** The session that the conversation goes on as. */
  readonly continuedAs?: string;
}

type Known = Pick<Message, 'state' | 'text' | 'error'>;
type Seen = Pick<SessionView, 'status' | 'messages' | 'seq' | 'driver' | 'continued_as' | 'autonomy'>;

/** Claude Code's own word for a turn that ended for its limit of turns. */
const MAX_TURNS = 'error_max_turns';

export class TurnFollower {
  /** The message itself, or the newest prompt by which the hub continued its turn. */
  #messageId: string;
  #message: Known | undefined;
  #isStream = false;
  #promptId: string | undefined;
  /** The name that hooks have for the prompt. */
  #claudePromptId: string | undefined;
  /** The item of the command, when the message is one. */
  #command: string | undefined;
  /** Ends of turns, by prompt: a hook may tell of the end before the transcript tells the prompt. */
  readonly #ends = new Map<string, Verdict>();
  /** The hub continues turns of this session by itself. */
  #isContinued = false;
  /** The turn has reached its limit: the hub decides whether it goes on. */
  #atLimit: Verdict | undefined;
  /** The seq at which the session was seen at rest. */
  #restedAt: number | undefined;

  /** `known`: the message as it stands where the events begin, unless they begin before it. */
  constructor(messageId: string, known?: Message) {
    this.#messageId = messageId;
    this.#message = known;
  }

  /** Undefined while nothing is decided. */
  event(event: ReinsEvent): Verdict | undefined {
    if (event.agent_id !== undefined) return undefined;
    switch (event.type) {
      case 'message_queued':
        if (event.message_id === this.#messageId) this.#message = { state: 'queued', text: event.text };
        return undefined;
      case 'message_changed':
        if (event.text !== undefined) this.#advance(event.message_id, { text: event.text });
        return undefined;
      case 'message_delivered':
        return this.#advance(event.message_id, { state: 'delivered' });
      case 'message_accepted':
        return this.#advance(event.message_id, { state: 'accepted' });
      case 'message_removed':
        return event.message_id === this.#messageId ? removed(event.by) : undefined;
      case 'message_failed':
        return event.message_id === this.#messageId ? failed(event.code, event.message) : undefined;
      case 'control_changed':
        this.#isStream = event.driver === 'stream';
        return undefined;
      case 'prompt_submitted':
        return this.#prompt(event);
      case 'command_run':
        return this.#run(event);
      case 'command_printed':
        return event.item !== undefined && event.item === this.#command && !this.#isStream
          ? { outcome: 'completed', text: event.text }
          : undefined;
      case 'turn_finished':
        return this.#end(event);
      case 'turn_reported':
        return event.message_ids.includes(this.#messageId) ? this.#report(event) : undefined;
      case 'autonomy_chosen':
        this.#isContinued = event.auto_continue !== undefined;
        return undefined;
      case 'auto_continued':
        return this.#continue(event.message_id);
      case 'auto_continue_stopped':
        return this.#atLimit;
      case 'session_moved':
        return this.#message && moved(this.#message.text, event.to);
      case 'start_failed':
        return this.#message && failed(event.code, event.message);
      default:
        return undefined;
    }
  }

  /** A look at the session; two in a row at the same rest decide what no event has told. */
  look(view: Seen): Verdict | undefined {
    const { status, seq, messages, continued_as } = view;
    this.notice(view);
    // Deciding takes a while, in which the session rests.
    if (this.#atLimit) return status === 'ended' ? this.#atLimit : undefined;
    const message = messages.find(({ message_id }) => message_id === this.#messageId) ?? this.#message;
    if (message?.state === 'removed') return removed();
    if (message?.state === 'failed') {
      const { code, message: words } = message.error ?? { code: 'failed', message: 'The prompt failed.' };
      return failed(code, words);
    }
    const isOnItsWay = message?.state === 'queued' || message?.state === 'delivered';
    const isAtRest = status === 'ended' || (status === 'idle' && !isOnItsWay);
    const wasAtRest = this.#restedAt === seq;
    this.#restedAt = isAtRest ? seq : undefined;
    if (!isAtRest || !wasAtRest) return undefined;
    if (!message) return failed('message_not_found', 'This session knows of no such message.');
    const end = this.#knownEnd();
    if (end) return end;
    const turn = this.#promptId === undefined ? {} : { promptId: this.#promptId };
    if (status === 'idle') return { outcome: 'completed', ...turn };
    return continued_as ? moved(message.text, continued_as) : { ...left(message.state), ...turn };
  }

  /** How the session is run, which says what its events mean. */
  notice({ driver, autonomy }: Pick<Seen, 'driver' | 'autonomy'>): void {
    this.#isStream = driver === 'stream';
    this.#isContinued = autonomy?.auto_continue !== undefined;
  }

  #report(report: TurnReport): Verdict | undefined {
    const verdict = reported(report);
    if (!this.#isContinued || report.error?.code !== MAX_TURNS) return verdict;
    this.#atLimit = verdict;
    return undefined;
  }

  #continue(messageId: string): undefined {
    if (!this.#atLimit) return;
    this.#atLimit = undefined;
    this.#messageId = messageId;
    this.#message = undefined;
    this.#promptId = undefined;
    this.#claudePromptId = undefined;
    this.#restedAt = undefined;
  }

  #advance(messageId: string, change: Partial<Pick<Message, 'state' | 'text'>>): undefined {
    if (messageId === this.#messageId) {
      this.#message = { ...(this.#message ?? { text: '', state: 'queued' }), ...change };
    }
  }

  #prompt({ uuid, text, prompt_id, claude_prompt_id }: ReinsEvent<'prompt_submitted'>): Verdict | undefined {
    const isOurs =
      uuid === this.#messageId ||
      (this.#promptId === undefined && this.#wasHandedOver() && isSameText(this.#message?.text ?? '', text));
    if (!isOurs) return undefined;
    this.#promptId = prompt_id;
    this.#claudePromptId = claude_prompt_id;
    return this.#endOfTurn();
  }

  /** A command may print something, or begin a turn of its own, whose id is then that of the command. */
  #run({ name, args, item }: ReinsEvent<'command_run'>): Verdict | undefined {
    const isOurs = this.#wasHandedOver() && isSameText(this.#message?.text ?? '', `${name} ${args}`);
    if (!isOurs || item === undefined || this.#command !== undefined) return undefined;
    this.#command = item;
    this.#promptId ??= item.slice(item.indexOf(':') + 1);
    return this.#endOfTurn();
  }

  #wasHandedOver(): boolean {
    return this.#message?.state === 'delivered' || this.#message?.state === 'accepted';
  }

  #end({ prompt_id, outcome, error }: ReinsEvent<'turn_finished'>): Verdict | undefined {
    const why = error === undefined ? {} : { error: { code: error, message: `Claude Code says: ${error}.` } };
    this.#ends.set(prompt_id, { outcome, promptId: prompt_id, ...why });
    return this.#endOfTurn();
  }

  /** A stream session reports in a moment what it answers; there the end alone says too little. */
  #endOfTurn(): Verdict | undefined {
    return this.#isStream ? undefined : this.#knownEnd();
  }

  #knownEnd(): Verdict | undefined {
    const end = this.#ends.get(this.#promptId ?? '') ?? this.#ends.get(this.#claudePromptId ?? '');
    return end && this.#promptId !== undefined ? { ...end, promptId: this.#promptId } : end;
  }
}

/** `/clear` is what moves a conversation on purpose. */
function moved(text: string, to: string): Verdict {
  if (/^\s*\/clear\b/.test(text)) return { outcome: 'completed', continuedAs: to };
  return { ...failed('session_moved', `The conversation goes on as session ${to}.`), continuedAs: to };
}

function left(state: Message['state']): Verdict {
  return state === 'queued'
    ? failed(
        'session_ended',
        'The session ended before the prompt was delivered. It goes once the session is resumed.',
      )
    : failed('session_ended', 'The session ended before the turn did.');
}

function reported(report: TurnReport): Verdict {
  const { outcome, error, prompt_id } = report;
  return {
    outcome,
    report,
    ...(error && { error }),
    ...(prompt_id !== undefined && { promptId: prompt_id }),
  };
}

function removed(by?: string): Verdict {
  return failed(
    'message_removed',
    `The prompt was taken back${by === undefined ? '' : ` by ${by}`} before it was delivered.`,
  );
}

function failed(code: string, message: string): Verdict {
  return { outcome: 'failed', error: { code, message } };
}
