/**
 * What becomes of one message, from the events of its session, purely. A stream session reports the end of a turn with the
 * ids of all prompts it answers, merged ones included. In a terminal the prompt is known by its words and the turn by its end,
 * a command by what it prints. For whatever has none of that, the session at rest is the end. Where the hub continues turns
 * that reach their limit by itself, the end is that of the last one.
 */
import type { ReinsEvent } from '../protocol/events.ts';
import type { Message } from '../protocol/messages.ts';
import { driverOf, statusOf } from './present-session.ts';
import { isSameText } from './same-text.ts';
import type { SessionState } from './session-state.ts';

/** How it ended. */
export interface MessageEnd {
  readonly outcome: 'completed' | 'interrupted' | 'failed';
  readonly error?: { readonly code: string; readonly message: string };
  /** Names the turn, which has the text of the answer. */
  readonly promptId?: string;
  readonly report?: ReinsEvent<'turn_reported'>;
  /** What a command printed. */
  readonly text?: string;
  /** The session that the conversation goes on as. */
  readonly continuedAs?: string;
}

/** Claude Code's own word for a turn that ended for its limit of turns. */
const MAX_TURNS = 'error_max_turns';

export class MessageFollower {
  /** The message itself, or the newest prompt by which the hub continued its turn. */
  #messageId: string;
  #message: Pick<Message, 'state' | 'text'> | undefined;
  #isStream = false;
  #promptId: string | undefined;
  /** The name that hooks have for the prompt. */
  #claudePromptId: string | undefined;
  /** The item of the command, when the message is one. */
  #command: string | undefined;
  /** Ends of turns, by prompt: a hook may tell of the end before the transcript tells the prompt. */
  readonly #ends = new Map<string, MessageEnd>();
  /** The hub continues turns of this session by itself. */
  #isContinued = false;
  /** The turn has reached its limit: the hub decides whether it goes on. */
  #atLimit: MessageEnd | undefined;

  /** `session`: as it is where the events begin. */
  constructor(messageId: string, session?: SessionState) {
    this.#messageId = messageId;
    if (!session) return;
    this.#message = session.messages[messageId];
    this.#isStream = driverOf(session) === 'stream';
    this.#isContinued = session.autonomy?.auto_continue !== undefined;
  }

  /** Undefined while nothing is decided. */
  event(event: ReinsEvent): MessageEnd | undefined {
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
   * Decides what no event has told, once nothing has happened for a while. `isLong`: for so long that the end of a turn will
   * not be told any more.
   */
  rest(session: SessionState, isLong: boolean): MessageEnd | undefined {
    const status = statusOf(session);
    // Deciding whether to continue takes a while, in which the session rests.
    if (this.#atLimit) return status === 'ended' ? this.#atLimit : undefined;
    const state = session.messages[this.#messageId]?.state ?? this.#message?.state;
    const end = this.#knownEnd();
    const turn = this.#promptId === undefined ? {} : { promptId: this.#promptId };
    if (status === 'idle') {
      const isOnItsWay = state === 'queued' || state === 'delivered';
      // A turn has its end, a stream session its report; a command may show nothing.
      const isTold = this.#isStream || (this.#promptId !== undefined && this.#command === undefined);
      if (end) return end;
      return isOnItsWay || (isTold && !isLong) ? undefined : { outcome: 'completed', ...turn };
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

  /** A command may print something, or begin a turn of its own, whose id is then that of the command. */
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
    const why = error === undefined ? {} : { error: { code: error, message: `Claude Code says: ${error}.` } };
    this.#ends.set(prompt_id, { outcome, promptId: prompt_id, ...why });
    return this.#endOfTurn();
  }

  /** A stream session reports in a moment what it answers; there the end alone says too little. */
  #endOfTurn(): MessageEnd | undefined {
    return this.#isStream ? undefined : this.#knownEnd();
  }

  #knownEnd(): MessageEnd | undefined {
    const end = this.#ends.get(this.#promptId ?? '') ?? this.#ends.get(this.#claudePromptId ?? '');
    return end && this.#promptId !== undefined ? { ...end, promptId: this.#promptId } : end;
  }
}

/** `/clear` is what moves a conversation on purpose. */
function moved(text: string, to: string): MessageEnd {
  if (/^\s*\/clear\b/.test(text)) return { outcome: 'completed', continuedAs: to };
  return { ...failed('session_moved', `The conversation goes on as session ${to}.`), continuedAs: to };
}

function left(state: Message['state'] | undefined): MessageEnd {
  return state === 'queued'
    ? failed(
        'session_ended',
        'The session ended before the prompt was delivered. It goes once the session is resumed.',
      )
    : failed('session_ended', 'The session ended before the turn did.');
}

function failed(code: string, message: string): MessageEnd {
  return { outcome: 'failed', error: { code, message } };
}
