/** Turns a prompt into the text that is pasted into the input box, so that Claude Code reads it as intended. Pure. */
import { ReinsError } from '../../protocol/errors.ts';
import type { ContentBlock } from '../../protocol/messages.ts';

/** What Claude Code reads as a command: a name right after the slash, then a space or the end. */
const COMMAND = /^\/[a-z][\w:-]*(?=\s|$)/i;

export interface TypedText {
  readonly text: string;
  /** The command in the text, such as `/compact`. */
  readonly command?: string;
}

/** Throws `unsupported_content` for content that a terminal cannot take. */
export function toTypedText(content: readonly ContentBlock[]): TypedText {
  const texts = content.map((block) => {
    if (block.type === 'text') return block.text;
    throw new ReinsError(
      'unsupported_content',
      `A session in a terminal accepts only text, not "${block.type}". Save it as a file and name its path in the prompt.`,
    );
  });
  const text = cleanForTerminal(texts.join('\n\n'));
  if (text.trim() === '') {
    throw new ReinsError(
      'unsupported_content',
      'The prompt contains no text that can be typed into a terminal.',
    );
  }
  const [command] = COMMAND.exec(text) ?? [];
  if (command) return { text, command };
  return { text: asPlainText(text) };
}

/** After a space, neither `/` nor `!` has a special meaning: no command, no shell. */
export function asPlainText(text: string): string {
  return /^[/!]/.test(text) ? ` ${text}` : text;
}

/**
 * Control characters would act as keys: an escape could even end the paste. Line ends become `
 * `.
 */
function cleanForTerminal(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
      .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
  );
}
