/** The queue of a session: the chosen message and its actions. */
import { waitedForHost } from '../../core/wording/message-text.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Message, MessagePatch } from '../../protocol/messages.ts';
import { typed } from '../cards/interaction-form.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { listWindow, moved } from '../lines/list-window.ts';
import type { ScreenContext } from '../screens/screen.ts';
import { type QueueEntry, queueEntries, queueLines } from './queue-list.ts';

/** Messages shown while the queue is not focused. */
const FEW = 2;

export class QueuePane {
  readonly #context: ScreenContext;
  readonly #sessionId: string;
  /** Called with a cancelled message that never reached the hub. */
  readonly #onTakenBack: (text: string) => void;
  #at = 0;
  /** The message last shown as chosen. */
  #chosen: string | undefined;
  /** The message being edited. */
  #rewriting: { readonly message: Message; readonly editor: TextEditor } | undefined;

  constructor(context: ScreenContext, sessionId: string, onTakenBack: (text: string) => void) {
    this.#context = context;
    this.#sessionId = sessionId;
    this.#onTakenBack = onTakenBack;
  }

  get editor(): TextEditor | undefined {
    return this.#rewriting?.editor;
  }

  count(messages: readonly Message[]): number {
    return this.#entries(messages).length;
  }

  /** False if the person leaves the queue, or it is empty. */
  press(key: Key, messages: readonly Message[]): boolean {
    if (this.#rewriting) return this.#rewrite(key, this.#rewriting);
    const queue = this.#entries(messages);
    const seen = this.#chosen;
    this.#at = this.#placeIn(queue);
    const entry = queue[this.#at];
    this.#chosen = entry?.id;
    const letter = typed(key);
    if (!entry || key.name === 'escape' || letter === 'u' || letter === 'q') {
      this.#chosen = undefined;
      return false;
    }
    // The chosen message is gone, and another has taken its place.
    if (seen !== undefined && seen !== this.#chosen) return true;
    if (letter === 'j' || key.name === 'down') this.#at = moved(this.#at, 1, queue.length);
    else if (letter === 'k' || key.name === 'up') this.#at = moved(this.#at, -1, queue.length);
    else if (letter === 'd' || key.name === 'delete') void this.#withdraw(entry);
    else if (letter === 'e' || key.name === 'enter') this.#change(entry);
    else if (letter === 's') this.#send(entry.message, { when: 'steer' });
    else if (letter === 'n') this.#send(entry.message, { when: 'now' });
    else if (letter === 'K') this.#sendEarlier(entry, queue[this.#at - 1]);
    this.#chosen = queue[this.#at]?.id;
    return true;
  }

  /** At most `height` lines if open, a few otherwise. */
  lines(messages: readonly Message[], isOpen: boolean, width: number, height = 99): string[] {
    const { style } = this.#context;
    const queue = this.#entries(messages);
    const at = this.#placeIn(queue);
    if (isOpen) {
      this.#chosen ??= queue[at]?.id;
      const lines = queueLines(queue, at, width, style);
      return listWindow(
        lines.map((line) => [line]),
        at,
        height,
      ).lines;
    }
    const few = queue.length <= FEW ? queue : queue.slice(0, FEW);
    const rest = queue.length - few.length;
    const lines = queueLines(few, -1, width, style);
    return rest > 0 ? [...lines, style.quiet(`  and ${rest} more, u shows them`)] : lines;
  }

  help(): readonly HelpEntry[] {
    if (this.#rewriting)
      return [
        ['Enter', 'save'],
        ['Alt-Enter', 'new line'],
        ['Esc', 'discard edit'],
      ];
    return [
      ['j/k', 'move'],
      ['e', 'edit'],
      ['d', 'cancel'],
      ['s', 'steer'],
      ['n', 'interrupt and send'],
      ['K', 'move up'],
      ['Esc', 'back'],
    ];
  }

  /** The index of the chosen message; if it is gone, the message now in its place. */
  #placeIn(queue: readonly QueueEntry[]): number {
    const at = queue.findIndex(({ id }) => id === this.#chosen);
    return at === -1 ? moved(this.#at, 0, queue.length) : at;
  }

  #entries(messages: readonly Message[]): QueueEntry[] {
    const { hub } = this.#context;
    return queueEntries(messages, hub.outbox.of(this.#sessionId), this.#context.now());
  }

  async #withdraw({ id, text, message }: QueueEntry): Promise<void> {
    const { client, outbox } = this.#context.hub;
    if (message) this.#context.act(() => client.removeMessage(this.#sessionId, id));
    else if (await outbox.withdraw(id)) this.#onTakenBack(text);
  }

  /** A message that has not reached its host is edited in the message field. */
  #change(entry: QueueEntry): void {
    const { message, id, text } = entry;
    if (message && waitedForHost(message))
      this.#context.act(async () => {
        await this.#context.hub.client.removeMessage(this.#sessionId, id);
        this.#onTakenBack(text);
      });
    else if (message) this.#rewriting = { message, editor: new TextEditor(message.text) };
    else void this.#withdraw(entry);
  }

  #send(message: Message | undefined, patch: MessagePatch): void {
    if (message)
      this.#context.act(() =>
        this.#context.hub.client.changeMessage(this.#sessionId, message.message_id, patch),
      );
  }

  #sendEarlier({ message }: QueueEntry, previous: QueueEntry | undefined): void {
    if (previous?.message?.state === 'queued') this.#send(message, { before: previous.id });
  }

  #rewrite(key: Key, { message, editor }: { message: Message; editor: TextEditor }): boolean {
    if (key.name !== 'escape' && key.name !== 'enter') {
      editor.press(key);
      return true;
    }
    const text = editor.text.trim();
    this.#rewriting = undefined;
    if (key.name === 'enter' && text !== '' && text !== message.text) this.#send(message, { text });
    return true;
  }
}
