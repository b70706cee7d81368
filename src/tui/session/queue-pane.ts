/** The queue of a session on the screen: which message is meant, and what is done with it. */
import type { Key } from '../../lib/read-keys.ts';
import type { Message, MessagePatch } from '../../protocol/messages.ts';
import { typed } from '../cards/ask-form.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { moved } from '../lines/list-window.ts';
import type { Desk } from '../screens/screen.ts';
import { queuedMessages, queueLines } from './queue-list.ts';

/** Messages that are shown while nobody looks at the queue. */
const FEW = 2;

export class QueuePane {
  readonly #desk: Desk;
  readonly #sessionId: string;
  #at = 0;
  /** The message that was seen as the chosen one. */
  #chosen: string | undefined;
  /** A message being written anew. */
  #rewriting: { readonly message: Message; readonly editor: TextEditor } | undefined;

  constructor(desk: Desk, sessionId: string) {
    this.#desk = desk;
    this.#sessionId = sessionId;
  }

  get editor(): TextEditor | undefined {
    return this.#rewriting?.editor;
  }

  count(messages: readonly Message[]): number {
    return this.#queued(messages).length;
  }

  /** False when the person leaves the queue, or nothing is in it. */
  press(key: Key, messages: readonly Message[]): boolean {
    if (this.#rewriting) return this.#rewrite(key, this.#rewriting);
    const queue = this.#queued(messages);
    const seen = this.#chosen;
    this.#at = this.#placeIn(queue);
    const message = queue[this.#at];
    this.#chosen = message?.message_id;
    const letter = typed(key);
    if (!message || key.name === 'escape' || letter === 'u' || letter === 'q') {
      this.#chosen = undefined;
      return false;
    }
    // The one that was meant has gone, and another has come up in its place.
    if (seen !== undefined && seen !== this.#chosen) return true;
    const { client } = this.#desk.hub;
    if (letter === 'j' || key.name === 'down') this.#at = moved(this.#at, 1, queue.length);
    else if (letter === 'k' || key.name === 'up') this.#at = moved(this.#at, -1, queue.length);
    else if (letter === 'd' || key.name === 'delete')
      this.#desk.act(() => client.removeMessage(this.#sessionId, message.message_id));
    else if (letter === 'e' || key.name === 'enter')
      this.#rewriting = { message, editor: new TextEditor(message.text) };
    else if (letter === 's') this.#change(message, { when: 'steer' });
    else if (letter === 'n') this.#change(message, { when: 'now' });
    this.#chosen = queue[this.#at]?.message_id;
    return true;
  }

  lines(messages: readonly Message[], isOpen: boolean, width: number): string[] {
    const { style } = this.#desk;
    const queue = this.#queued(messages);
    const shown = isOpen ? queue : queue.slice(0, FEW);
    const rest = queue.length - shown.length;
    const at = this.#placeIn(queue);
    if (isOpen) this.#chosen ??= queue[at]?.message_id;
    const lines = queueLines(shown, isOpen ? at : -1, width, style);
    return rest > 0 ? [...lines, style.quiet(`  and ${rest} more, u shows them`)] : lines;
  }

  help(): readonly HelpEntry[] {
    if (this.#rewriting)
      return [
        ['Enter', 'save'],
        ['Alt-Enter', 'new line'],
        ['Esc', 'leave it'],
      ];
    return [
      ['j/k', 'move'],
      ['e', 'edit'],
      ['d', 'take back'],
      ['s', 'into this turn'],
      ['n', 'send now'],
      ['Esc', 'back'],
    ];
  }

  /** Where the chosen message stands; when it has gone, what stands there now. */
  #placeIn(queue: readonly Message[]): number {
    const at = queue.findIndex(({ message_id }) => message_id === this.#chosen);
    return at === -1 ? moved(this.#at, 0, queue.length) : at;
  }

  #queued(messages: readonly Message[]): Message[] {
    return queuedMessages(messages, this.#desk.now());
  }

  #change({ message_id }: Message, patch: MessagePatch): void {
    this.#desk.act(() => this.#desk.hub.client.changeMessage(this.#sessionId, message_id, patch));
  }

  #rewrite(key: Key, { message, editor }: { message: Message; editor: TextEditor }): boolean {
    if (key.name !== 'escape' && key.name !== 'enter') {
      editor.press(key);
      return true;
    }
    const text = editor.text.trim();
    this.#rewriting = undefined;
    if (key.name === 'enter' && text !== '' && text !== message.text) this.#change(message, { text });
    return true;
  }
}
