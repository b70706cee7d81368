/** The message field of a session: multi-line, with prompt history and the choice to queue, steer or interrupt. */
import { whenBack } from '../../core/wording/host-words.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import type { MessageWhen } from '../../protocol/messages.ts';
import type { FormLines } from '../cards/interaction-form.ts';
import { editorLines } from '../editor/editor-lines.ts';
import { PromptHistory } from '../editor/prompt-history.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { rule } from '../lines/spans.ts';
import { WordCompletion, type WordSource } from './word-completion.ts';

const WHEN_TEXT: Readonly<Record<MessageWhen, string>> = {
  queue: 'queue',
  steer: 'steer now',
  now: 'interrupt and send',
};
const HEAD_WORDS: Readonly<Record<MessageWhen, string>> = {
  queue: 'Queue',
  steer: 'Steer now',
  now: 'Interrupt and send',
};
const TALLEST = 8;

export interface ComposerContext {
  readonly isBusy: boolean;
  readonly canSteer: boolean;
  readonly canInterrupt: boolean;
  readonly isRelayed: boolean;
  /** The name of its host while that is offline. */
  readonly awayHost?: string;
}

export class Composer {
  readonly editor: TextEditor;
  readonly history = new PromptHistory();
  readonly #completion: WordCompletion;
  #when: MessageWhen = 'queue';

  constructor(draft: string, source: WordSource) {
    this.editor = new TextEditor(draft);
    this.#completion = new WordCompletion(source);
  }

  /** Returns the message if Enter sends one. */
  press(key: Key, context: ComposerContext): { text: string; when: MessageWhen } | 'none' | 'pass' {
    if (this.#completion.press(key, this.editor)) return 'none';
    const pressed = this.#write(key, context);
    this.#completion.look(this.editor);
    return pressed;
  }

  /** Whether a completion list was open. */
  closeList(): boolean {
    return this.#completion.close();
  }

  #write(key: Key, context: ComposerContext): { text: string; when: MessageWhen } | 'none' | 'pass' {
    if (key.name === 'tab' && context.isBusy) {
      this.#when = this.#nextWhen(context);
      return 'none';
    }
    if (key.name === 'enter') {
      const text = this.editor.text.trim();
      // A choice holds even if the turn has just ended: the next one may already be running.
      return text === '' ? 'none' : { text, when: context.awayHost === undefined ? this.#when : 'queue' };
    }
    if (key.name === 'up' && this.editor.isOnFirstLine)
      return this.#recall(this.history.older(this.editor.text));
    if (key.name === 'down' && this.editor.isOnLastLine) return this.#recall(this.history.newer());
    return this.editor.press(key) ? 'none' : 'pass';
  }

  /** Clears the field after sending. */
  clear(): void {
    this.editor.set('');
    this.#completion.close();
    this.history.leave();
    this.#when = 'queue';
  }

  /** At most `height` lines: the text, below the completion list. */
  lines(
    { width, height }: { readonly width: number; readonly height: number },
    isWriting: boolean,
    context: ComposerContext,
    style: Style,
  ): FormLines {
    const most = Math.max(1, Math.min(TALLEST, height - 1));
    const { lines, cursor } = editorLines(this.editor, width - 1, most, '> ');
    const words =
      context.isRelayed && context.awayHost === undefined
        ? 'Relayed: Claude sees that this was not typed in its terminal'
        : this.#words(context);
    const head = rule(isWriting ? words : '', width, isWriting ? style.informs : style.quiet);
    const isEmpty = this.editor.text === '';
    const hint = isWriting ? '' : context.isBusy ? 'Press c to queue a prompt' : 'Press c to write to Claude';
    const body = isEmpty ? [`> ${style.quiet(hint)}`] : lines;
    const list = isWriting ? this.#completion.lines(width, height - 1 - body.length, style) : [];
    const above = [...list, head];
    return {
      lines: [...above, ...body],
      cursor: isWriting ? { row: above.length + cursor.row, column: cursor.column } : undefined,
    };
  }

  help(context: ComposerContext): readonly HelpEntry[] {
    if (this.#completion.isOpen) return this.#completion.help();
    return [
      ['Enter', context.isBusy ? WHEN_TEXT[this.#when] : 'send'],
      ...(context.isBusy && (context.canSteer || context.canInterrupt) ? [['Tab', 'delivery'] as const] : []),
      ['Alt-Enter', 'new line'],
      ['Esc', 'stop writing'],
      ['↑', 'earlier prompts'],
      ['Ctrl-G', 'your editor'],
    ];
  }

  #words({ isBusy, awayHost }: ComposerContext): string {
    if (awayHost !== undefined) return whenBack(awayHost);
    return isBusy ? HEAD_WORDS[this.#when] : '';
  }

  #nextWhen({ canSteer, canInterrupt }: ComposerContext): MessageWhen {
    const all: MessageWhen[] = [
      'queue',
      ...(canSteer ? ['steer' as const] : []),
      ...(canInterrupt ? ['now' as const] : []),
    ];
    return all[(all.indexOf(this.#when) + 1) % all.length] ?? 'queue';
  }

  #recall(text: string | undefined): 'none' {
    if (text !== undefined) this.editor.set(text);
    return 'none';
  }
}
