/**
 * The text around a relayed message. Claude Code passes such a message to the model as an automated notice, neither typed by
 * the user nor authorized by them, and the text must not pretend otherwise. It contains the message id, so that the message
 * is recognized later.
 */

export interface RelayedMessage {
  readonly messageId: string;
  /** The sender. */
  readonly by: string;
  readonly text: string;
}

/** What the terminal shows in place of the message (2.1.325). */
export const RELAY_SUMMARY = 'Message relayed by Reins';
/** What precedes it for the model, in place of a message about a failed hook. */
export const RELAY_PREFIX = 'Relayed message.';

/** Claude Code cuts the middle out of a notice of more than 100,000 characters (seen in 2.1.325). */
export const MAX_RELAYED_CHARACTERS = 90_000;

export function formatRelayed({ messageId, by, text }: RelayedMessage): string {
  const sender = by.replace(/\s+/g, ' ').slice(0, 100);
  return `Sent by ${sender} through Reins, not typed in this terminal (message ${messageId}):\n\n${text}`;
}

const NOTICE = /^<(?:task-notification|system-reminder)>/;
const RELAYED =
  /Sent by ([^\n]{1,100}) through Reins, not typed in this terminal \(message ([0-9a-f-]{36})\):\n\n(.*)$/s;

/** The relayed message in a prompt as Claude Code reports it; undefined for every other prompt. */
export function readRelayed(prompt: string): RelayedMessage | undefined {
  const [, by, messageId, rest] = (NOTICE.test(prompt) && RELAYED.exec(prompt)) || [];
  if (by === undefined || messageId === undefined || rest === undefined) return undefined;
  // The text is inside a reminder; a tag in the text that would end it early is written with &lt;.
  const text = rest
    .replace(/\s*<\/system-reminder>\s*$/, '')
    .replaceAll('&lt;/system-reminder>', '</system-reminder>');
  return { messageId, by, text };
}
