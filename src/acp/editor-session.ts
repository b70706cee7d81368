/**
 * One session of the hub that an editor has open: reports its events, no matter who causes them, accepts
 * prompts and waits for their turns, and shows its requests. The session belongs to the hub and continues
 * when the editor disconnects.
 */

import { randomUUID } from 'node:crypto';
import {
  type AgentContext,
  type ContentBlock,
  RequestError,
  type StopReason,
} from '@agentclientprotocol/sdk';
import { obstacleText } from '../core/wording/obstacle-text.ts';
import type { SessionAnswer } from '../protocol/api.ts';
import type { Model } from '../protocol/completion.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Resume, SessionPatch } from '../protocol/steering.ts';
import { pause } from '../sdk/backoff.ts';
import type { Client } from '../sdk/client.ts';
import { retryUntilReached } from '../sdk/retry-until-reached.ts';
import { isLogEvent, isTextDelta, type StreamMessage } from '../sdk/stream-message.ts';
import { turnResult } from '../sdk/wait-for-turn.ts';
import { CommandUpdates } from './command-updates.ts';
import type { EditorCapabilities } from './editor-capabilities.ts';
import { EditorNotifier } from './editor-notifier.ts';
import { EventUpdates } from './event-updates.ts';
import { FactUpdates } from './fact-updates.ts';
import { EditorInteractions } from './interactions/editor-interactions.ts';
import { editorSurface } from './interactions/editor-surface.ts';
import { NextMessage } from './next-message.ts';
import { type PromptContent, readPrompt, wordsOf } from './prompt-content.ts';
import { choicesOf, requireOffered } from './session-choices.ts';
import { SessionFollower } from './session-follower.ts';
import { EditorTurns } from './turns/editor-turns.ts';
import { OpenTurn } from './turns/open-turn.ts';
import { endOfRunningTurn } from './turns/running-turn.ts';
import { stopReasonOf } from './turns/stop-reason.ts';

export interface EditorSessionOptions {
  readonly client: Client;
  readonly editor: AgentContext;
  readonly capabilities: EditorCapabilities;
  /** The models that Claude Code offers. */
  readonly models: readonly Model[];
  /** The options from the editor for a new run if the session has ended. */
  readonly run: Resume;
  /** The editor has resumed the session. */
  readonly onStart?: ((sessionId: string) => void) | undefined;
  /** Makes sure that a hub is running. */
  readonly startHub: () => Promise<unknown>;
}

/** After this time a cancelled turn counts as ended, no matter what the hub reports. */
const CANCEL_MS = 10_000;
/** How often to check for the session that continues the conversation. */
const MOVE_LOOKS = 50;
const MOVE_LOOK_MS = 100;

export class EditorSession {
  /** Uses the id that the editor knows, even if the conversation continues under another one. */
  readonly notifier: EditorNotifier;
  readonly #options: EditorSessionOptions;
  readonly #end = new AbortController();
  readonly #follower: SessionFollower;
  readonly #facts: FactUpdates;
  readonly #commands: CommandUpdates;
  readonly #turns: EditorTurns;
  readonly #interactions: EditorInteractions;
  readonly #words = new NextMessage();
  /** Prompts on their way to the hub, which may have to be started first. */
  readonly #sending = new Set<OpenTurn>();
  #updates: EventUpdates;
  /** As it was when the editor opened it. */
  readonly #opened: SessionAnswer;
  #view: SessionAnswer;

  /** Reports nothing before `begin`. */
  constructor(view: SessionAnswer, options: EditorSessionOptions) {
    const { client } = options;
    this.notifier = new EditorNotifier(options.editor, view.session_id);
    this.#opened = view;
    this.#view = view;
    this.#options = options;
    this.#updates = this.#updatesFrom(view);
    const look = () => client.get(this.#hubId);
    this.#facts = new FactUpdates(
      options.models,
      look,
      (updates) => this.notifier.send(updates),
      this.#end.signal,
    );
    this.#commands = new CommandUpdates(
      () => client.commands(this.#hubId),
      (updates) => this.notifier.send(updates),
    );
    this.#turns = new EditorTurns();
    this.#follower = new SessionFollower(client, {
      receive: (message) => this.#receive(message),
      fail: (error) => this.#turns.fail(error),
    });
    this.#interactions = new EditorInteractions(
      editorSurface({
        ...options,
        sessionId: view.session_id,
        notifier: this.notifier,
        updates: () => this.#updates,
        cwd: () => this.#view.cwd,
        words: (hint, signal) => this.#waitForMessage(hint, signal),
      }),
    );
  }

  /** The current choices. */
  choices(): ReturnType<typeof choicesOf> {
    return choicesOf(this.#facts.of(this.#view));
  }

  /** Reports everything that happens after the view. */
  begin(): void {
    this.#follow(this.#view);
    void this.#facts.show(this.#view);
    void this.#commands.show();
  }

  /**
   * Resolves when the turn ends. If the editor withdraws the request, the turn is cancelled as with `cancel`.
   */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<StopReason> {
    const content = readPrompt(blocks);
    const cancel = () => {
      // The signal also fires when the editor disconnects, which ends nothing.
      if (signal.reason instanceof RequestError) void this.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await this.#finish(this.#answerWith(content) ?? (await this.#send(content)));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /**
   * Ends the turns of the editor, or the running turn if it has none. A queued prompt is cancelled; one on
   * its way to the hub is stopped on arrival.
   */
  async cancel(): Promise<void> {
    const { client } = this.#options;
    // The next message is not an answer to a cancelled request.
    this.#words.forget();
    for (const turn of this.#sending) turn.isCancelled = true;
    const turns = this.#turns.open.filter((turn) => !this.#sending.has(turn));
    if (turns.length === 0 && this.#sending.size > 0) return;
    for (const turn of turns) turn.isCancelled = true;
    const taken = await Promise.all(turns.map((turn) => this.#withdraw(turn)));
    try {
      if (turns.length === 0 || taken.includes(false)) await client.interrupt(this.#hubId);
    } catch (error) {
      await this.notifier.say((error as Error).message);
    }
    await pause(CANCEL_MS, this.#end.signal);
    for (const turn of turns) turn.end({ outcome: 'interrupted' });
  }

  /** Resumes the session if it has ended. */
  async choose(patch: SessionPatch): Promise<void> {
    const { client } = this.#options;
    const { status } = await client.get(this.#hubId);
    if (patch.model !== undefined) {
      requireOffered(this.#facts.of(this.#view), patch.model);
      this.#facts.pickModel(patch.model);
    }
    if (status === 'ended') this.#facts.choose(patch);
    else await client.changeSession(this.#hubId, patch);
    this.#view = await client.get(this.#hubId);
    await this.#facts.show(this.#view);
  }

  /** The editor disconnects. Its turns end if it asks for that; the session never does. */
  async close({ cancels }: { readonly cancels: boolean }): Promise<void> {
    const hasOwn =
      this.#sending.size > 0 || this.#turns.open.some(({ messageId }) => messageId !== undefined);
    if (cancels && hasOwn) void this.cancel();
    this.#turns.cancel();
    this.#interactions.close();
    this.#follower.close();
    this.#end.abort();
  }

  get #hubId(): string {
    return this.#view.session_id;
  }

  #follow(view: SessionAnswer): void {
    this.#follower.follow(view.session_id, view.last_event_id);
    for (const interaction of view.interactions) this.#interactions.consider(interaction);
  }

  async #receive(message: StreamMessage): Promise<void> {
    if (isTextDelta(message)) return this.notifier.send(this.#updates.delta(message.event));
    if (!isLogEvent(message)) return;
    const { event } = message;
    if (this.#isCopied(event)) return;
    await this.notifier.send(this.#updates.event(event));
    this.#interactions.event(event);
    this.#facts.event(event);
    this.#commands.event(event);
    if (event.type === 'message_blocked') await this.#reportBlock(event);
    this.#turns.event(event);
    // Reports the outcome of the editor's own prompts before it leaves the session.
    const to = continuationIn(event);
    if (to !== undefined && this.#turns.open.length === 0) void this.#move(to);
  }

  /** Claude Code copies the conversation of a fork with its first prompt; the editor has it from the original. */
  #isCopied({ item, at }: ReinsEvent): boolean {
    const { forked_from, started_at } = this.#opened;
    return forked_from !== undefined && item !== undefined && at < started_at;
  }

  /** The conversation continues under another id, as after /clear. */
  async #move(to: string): Promise<void> {
    const { client } = this.#options;
    for (let look = 0; look < MOVE_LOOKS && this.#hubId !== to && !this.#end.signal.aborted; look++) {
      const view = await client.get(to).catch(() => undefined);
      if (view) return this.#adopt(view);
      await pause(MOVE_LOOK_MS, this.#end.signal);
    }
  }

  /** Follows this session from now on. */
  #adopt(view: SessionAnswer): void {
    if (view.session_id !== this.#hubId) this.#updates = this.#updatesFrom(view);
    this.#view = view;
    if (!this.#follower.isFollowing(view.session_id)) this.#follow(view);
  }

  /** The answer that a request waits for: its turn is already running. */
  #answerWith(content: PromptContent): OpenTurn | undefined {
    if (!this.#words.take(wordsOf(content))) return undefined;
    const [running] = this.#turns.open;
    const turn = running ?? new OpenTurn(endOfRunningTurn);
    this.#turns.add(turn);
    return turn;
  }

  async #send(content: PromptContent): Promise<OpenTurn> {
    const messageId = randomUUID();
    const turn = new OpenTurn((event) => turnResult(event, messageId), messageId);
    // From here on the prompt can be cancelled.
    this.#sending.add(turn);
    try {
      await this.#options.startHub();
      await this.#wake();
      if (turn.isCancelled) {
        turn.end({ outcome: 'interrupted' });
        return turn;
      }
      this.#turns.add(turn);
      this.#updates.prompts.expect(messageId, wordsOf(content));
      const { client } = this.#options;
      const message = { ...content, message_id: messageId } as never;
      await retryUntilReached(() => client.send(this.#hubId, message), { signal: this.#end.signal });
    } catch (error) {
      this.#turns.remove(turn);
      this.#updates.prompts.forget(messageId);
      throw error;
    } finally {
      this.#sending.delete(turn);
    }
    if (turn.isCancelled) void this.cancel();
    return turn;
  }

  /** The session, followed, and resumed if it had no run. */
  async #wake(): Promise<void> {
    const { client, run } = this.#options;
    const look = (id: string) => retryUntilReached(() => client.get(id), { signal: this.#end.signal });
    let view = await look(this.#hubId);
    while (view.continued_as !== undefined) view = await look(view.continued_as);
    if (view.status === 'ended') {
      await client.resume(view.session_id, { ...run, ...this.#facts.chosen } as Resume);
      this.#options.onStart?.(view.session_id);
      view = await look(view.session_id);
    }
    this.#adopt(view);
  }

  async #finish(turn: OpenTurn): Promise<StopReason> {
    const end = await turn.wait();
    if (end === 'aside') return 'end_turn';
    this.#turns.remove(turn);
    if (turn.messageId !== undefined) this.#updates.prompts.forget(turn.messageId);
    // The hub has just disconnected: its events arrive when it is back.
    const view = await this.#options.client.get(this.#hubId).catch(() => undefined);
    if (view) await this.#facts.show(view);
    return stopReasonOf(end, turn);
  }

  async #withdraw({ messageId }: OpenTurn): Promise<boolean> {
    if (messageId === undefined) return false;
    try {
      await this.#options.client.removeMessage(this.#hubId, messageId);
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the person's next message. The pending prompt ends first, so that they can write one. */
  async #waitForMessage(hint: string, signal: AbortSignal): Promise<string> {
    const wanted = this.#words.want(signal);
    // The caller handles the error; it may occur before the caller awaits the promise.
    wanted.catch(() => {});
    await this.notifier.say(hint);
    this.#turns.putAside();
    return wanted;
  }

  async #reportBlock({ message_id, blocked_by }: ReinsEvent<'message_blocked'>): Promise<void> {
    const isOurs = this.#turns.open.some(({ messageId }) => messageId === message_id);
    if (isOurs && blocked_by !== null)
      await this.notifier.say(`Your prompt waits ${obstacleText(blocked_by)}.`);
  }

  #updatesFrom({ cwd, turns, messages, cost_usd }: SessionAnswer): EventUpdates {
    const running = turns
      .flatMap(({ items }) => items)
      .flatMap((item) => (item.kind === 'tool' && item.finished_at === undefined ? [item] : []));
    const { capabilities } = this.#options;
    return new EventUpdates({ cwd, capabilities, running, messages, costUsd: cost_usd });
  }
}

/** The session that continues the conversation. */
function continuationIn(event: ReinsEvent): string | undefined {
  if (event.type === 'session_moved') return event.to;
  return event.type === 'message_finished' ? event.continued_as : undefined;
}
