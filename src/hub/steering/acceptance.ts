/**
 * Watches for signs that Claude Code accepted a prompt. The stream reports it. Otherwise the prompt's own row
 * in the transcript shows it or, for prompts typed into a terminal, the same text from a hook or the
 * transcript.
 */
import { readRelayed } from '../../claude/relay-text.ts';
import { deliveredMessages } from '../../core/reduce-message.ts';
import { isSameText } from '../../core/same-text.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Message } from '../../protocol/messages.ts';
import type { EventLog, LoggedEvent } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { OwnFacts } from './own-facts.ts';

export interface AcceptanceOptions {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly facts: OwnFacts;
}

/** Returns an unsubscribe function. */
export function watchAcceptance({ log, reader, facts }: AcceptanceOptions): () => void {
  const accept = (sessionId: string, { message_id }: Message) =>
    facts.noteEventually(sessionId, { type: 'message_accepted', key: `accepted:${message_id}`, message_id });

  const look = ({ event, raw }: LoggedEvent) => {
    const seen = readSign(event, raw);
    if (!seen) return;
    const state = reader.session(event.session_id);
    const waiting = state ? deliveredMessages(state).sort((a, b) => a.place - b.place) : [];
    const taken =
      waiting.find(({ message_id }) => message_id === seen.uuid || message_id === seen.relayed) ??
      (seen.words === undefined ? undefined : waiting.find(({ text }) => isSameText(text, seen.words ?? '')));
    if (taken) accept(event.session_id, taken);
  };

  return log.onCommit((events) => {
    for (const logged of events) look(logged);
  });
}

interface Sign {
  readonly uuid?: string;
  /** A relayed message has other text but carries its id. */
  readonly relayed?: string | undefined;
  readonly words?: string;
}

function readSign(event: ReinsEvent, raw: string | undefined): Sign | undefined {
  switch (event.type) {
    case 'prompt_submitted':
      return event.agent_id === undefined ? { uuid: event.uuid, words: event.text } : undefined;
    case 'command_run':
      return { words: `${event.name} ${event.args}` };
    case 'prompt_queued':
      return event.text === '' ? undefined : { words: event.text };
    // A command that moves a session leaves no other trace in it.
    case 'session_moved':
      return { words: `/${event.reason}` };
    case 'hook_received':
      return event.name === 'UserPromptSubmit' && raw ? received(promptOf(raw)) : undefined;
    default:
      return undefined;
  }
}

function received(words: string): Sign {
  return { words, relayed: readRelayed(words)?.messageId };
}

function promptOf(raw: string): string {
  const { prompt } = JSON.parse(raw) as { prompt?: unknown };
  return typeof prompt === 'string' ? prompt : '';
}
