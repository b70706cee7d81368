/**
 * Follows one prompt through the events of its session. Pure. A stream session reports the end of a turn with
 * the ids of all prompts it answers, including merged ones. In a terminal a prompt is recognized by its text,
 * the turn by its end, and a command by its output. For anything else the end is when the session is idle. If
 * the hub continues turns automatically at their limit, the end is that of the last one.
 */
import type { ReinsEvent } from '../protocol/events.ts';
import type { Message } from '../protocol/messages.ts';
import type { Usage } from '../protocol/primitives.ts';
import { driverOf, statusOf } from './present-session.ts';
import { isSameText } from './same-text.ts';
import type { SessionState } from './session-state.ts';
import { TurnSpending } from './usage/turn-spending.ts';

/** How it ended. */
export interface MessageEnd {
  readonly outcome: 'completed' | 'interrupted' | 'failed';
  readonly error?: { readonly code: string; readonly message: string };
  /** The id of the turn with the text of the answer. */
  readonly promptId?: string;
  readonly report?: ReinsEvent<'turn_reported'>;
  /** The output of a command. */
  readonly text?: string;
  /** The session that continues the conversation. */
  readonly continuedAs?: string;
}

/** Claude Code's name for a turn that ended at its limit of turns. */
const MAX_TURNS = 'error_max_turns';

export class MessageFollower {
  readonly #original: string;
  readonly #spending: TurnSpending;
  /** The prompt itself, or the newest prompt with which the hub continued its turn. */
  #messageId: string;
  #message: Pick<Message, 'state' | 'text'> | undefined;
  #isStream = false;
  #promptId: string | undefined;
  /** The hooks' id for the prompt. */
  #claudePromptId: string | undefined;
  /** The item of the command, if the prompt is one. */
  #command: string | undefined;
  /** Ends of turns, by prompt: a hook may report the end before the transcript contains the prompt. */
  readonly #ends = new Map<string, MessageEnd>();
  /** The hub continues turns of this session automatically. */
  #isContinued = false;
  /** The turn has reached its limit: the hub decides whether to continue it. */
  #atLimit: MessageEnd | undefined;

  /** `session`: its state before the first event. */
  constructor(messageId: string, session?: SessionState) {
    this.#original = messageId;
    this.#messageId = messageId;
    this.#spending = new TurnSpending(session?.cost?.value);
    if (!session) return;
    this.#message = session.messages[messageId];
    this.#isStream = driverOf(session) === 'stream';
    this.#isContinued = session.autonomy?.auto_continue !== undefined;
  }

  /** What the turn has used so far. */
  get spent(): { readonly usage: Usage; readonly turn_cost_usd?: number } {
    return this.#spending.total;
  }

  /** Undefined while nothing is decided. */
  event(event: ReinsEvent): MessageEnd | undefined {
    if (event.type === 'message_delivered' && event.message_id === this.#original) this.#spending.restart();
    this.#spending.event(event);
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

  /**
   * Decides the outcome without an event once the session has been quiet for a while. `isLong`: so long that
   * no end of a turn will be reported any more.
   */
  rest(session: SessionState, isLong: boolean): MessageEnd | undefined {
    const status = statusOf(session);
    // Deciding whether to continue takes a while, in which the session is idle.
    if (this.#atLimit) return status === 'ended' ? this.#atLimit : undefined;
    const state = session.messages[this.#messageId]?.state ?? this.#message?.state;
    const end = this.#knownEnd();
    const turn = this.#promptId === undefined ? {} : { promptId: this.#promptId };
    if (status === 'idle') {
      const isOnItsWay = state === 'queued' || state === 'delivered';
      // A turn has its end, a stream session its report; a command may show nothing.
      const isReported = this.#isStream || (this.#promptId !== undefined && this.#command === undefined);
      if (end) return end;
      return isOnItsWay || (isReported && !isLong) ? undefined : { outcome: 'completed', ...turn };
    }
    if (status !== 'ended') return undefined;
    const { continued_as } = session;
    if (!end && continued_as) return moved(this.#message?.text ?? '', continued_as);
    return end ?? { ...left(state), ...turn };
  }

  #report(report: ReinsEvent<'turn_reported'>): MessageEnd | undefined {
    const { outcome, error, prompt_id: promptId } = report;
    const end = { outcome, report, ...(error && { error }), ...(promptId !== undefined && { promptId }) };
    if (!this.#isContinued || error?.code !== MAX_TURNS) return end;
    this.#atLimit = end;
    return undefined;
  }

  #continue(messageId: string): undefined {
    if (!this.#atLimit) return;
    this.#atLimit = undefined;
    this.#messageId = messageId;
    this.#message = undefined;
    this.#promptId = undefined;
    this.#claudePromptId = undefined;
  }

  #advance(messageId: string, change: Partial<Pick<Message, 'state' | 'text'>>): undefined {
    if (messageId === this.#messageId) {
      this.#message = { ...(this.#message ?? { text: '', state: 'queued' }), ...change };
    }
  }

  #prompt({
    uuid,
    text,
    prompt_id,
    claude_prompt_id,
  }: ReinsEvent<'prompt_submitted'>): MessageEnd | undefined {
    const isOurs =
      uuid === this.#messageId ||
      (this.#promptId === undefined && this.#wasHandedOver() && isSameText(this.#message?.text ?? '', text));
    if (!isOurs) return undefined;
    this.#promptId = prompt_id;
    this.#claudePromptId = claude_prompt_id;
    return this.#endOfTurn();
  }

  /** A command may print something, or start its own turn, whose id is then that of the command. */
  #run({ name, args, item }: ReinsEvent<'command_run'>): MessageEnd | undefined {
    const isOurs = this.#wasHandedOver() && isSameText(this.#message?.text ?? '', `${name} ${args}`);
    if (!isOurs || item === undefined || this.#command !== undefined) return undefined;
    this.#command = item;
    this.#promptId ??= item.slice(item.indexOf(':') + 1);
    return this.#endOfTurn();
  }

  #wasHandedOver(): boolean {
    return this.#message?.state === 'delivered' || this.#message?.state === 'accepted';
  }

  #end({ prompt_id, outcome, error }: ReinsEvent<'turn_finished'>): MessageEnd | undefined {
    const why =
      error === undefined ? {} : { error: { code: error, message: `Claude Code reported: ${error}.` } };
    this.#ends.set(prompt_id, { outcome, promptId: prompt_id, ...why });
    return this.#endOfTurn();
  }

  /** A stream session soon reports which prompts it answered; there the end alone is not enough. */
  #endOfTurn(): MessageEnd | undefined {
    return this.#isStream ? undefined : this.#knownEnd();
  }

  #knownEnd(): MessageEnd | undefined {
    const end = this.#ends.get(this.#promptId ?? '') ?? this.#ends.get(this.#claudePromptId ?? '');
    return end && this.#promptId !== undefined ? { ...end, promptId: this.#promptId } : end;
  }
}

/** Only `/clear` moves a conversation intentionally. */
function moved(text: string, to: string): MessageEnd {
  if (/^\s*\/clear\b/.test(text)) return { outcome: 'completed', continuedAs: to };
  return { ...failed('session_moved', `The conversation continues as session ${to}.`), continuedAs: to };
}

function left(state: Message['state'] | undefined): MessageEnd {
  return state === 'queued'
    ? failed(
        'session_ended',
        'The session ended before the prompt was delivered. It is delivered once the session is resumed.',
      )
    : failed('session_ended', 'The session ended before the turn did.');
}

function failed(code: string, message: string): MessageEnd {
  return { outcome: 'failed', error: { code, message } };
}
