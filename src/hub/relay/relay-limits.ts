/** What cannot be relayed, and to which sessions. Checked before a message is accepted, and again before it is delivered. */
import { isAtLeast } from '../../claude/claude-version.ts';
import { RELAY_SINCE } from '../../claude/relay-hooks.ts';
import { MAX_RELAYED_CHARACTERS } from '../../claude/relay-text.ts';
import type { SessionState } from '../../core/session-state.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ContentBlock } from '../../protocol/messages.ts';

/** The text of a message that can be relayed. Throws `not_capable` or `too_large`. */
export function textToRelay(content: readonly ContentBlock[]): string {
  const texts = content.map((block) => {
    if (block.type === 'text') return block.text;
    throw new ReinsError(
      'not_capable',
      'Only text can be relayed to this session. Send the message without images and documents.',
    );
  });
  const text = texts.join('\n');
  if (text.length <= MAX_RELAYED_CHARACTERS) return text;
  throw new ReinsError(
    'too_large',
    `A relayed message can have at most ${MAX_RELAYED_CHARACTERS} characters, and this one has ${text.length}: Claude Code would truncate it. Send it in parts, or name a file that Claude can read.`,
  );
}

/** Throws `not_capable` if the session's Claude Code is too old to be woken. */
export function assertCanBeWoken({ observed }: SessionState): void {
  const version = observed.claude_version?.value;
  if (version === undefined || isAtLeast(version, RELAY_SINCE)) return;
  throw new ReinsError(
    'not_capable',
    `Relay needs Claude Code ${RELAY_SINCE} or newer, but this session runs ${version}. Run "claude update" and "reins install", then restart the session.`,
    { claude_version: version },
  );
}
