/** The calls of a client that start, prompt, change and end sessions. Each is one request. */
import type { CommandList, FileList } from '../protocol/completion.ts';
import type { Message, MessageAnswer, MessagePatch, NewMessageInput, Queue } from '../protocol/messages.ts';
import type { Session } from '../protocol/session.ts';
import type {
  ForkInput,
  NewSessionInput,
  ResumeInput,
  Screen,
  SessionPatchInput,
  TakeoverInput,
  TerminalAccess,
} from '../protocol/steering.ts';
import type { HubRequest } from './hub-request.ts';

/** Calls that begin or end something answer with the session as it is afterwards. */
export interface SteeringCalls {
  /** A given `session_id` makes a repeated call harmless. */
  createSession(body: NewSessionInput): Promise<Session>;
  resume(sessionId: string, body?: ResumeInput): Promise<Session>;
  /** Answers with the copy. */
  fork(sessionId: string, body?: ForkInput): Promise<Session>;
  /** Throws `takeover_needs_force` with `details.lost` when something would be lost. */
  takeover(sessionId: string, body?: TakeoverInput): Promise<Session>;
  changeSession(sessionId: string, patch: SessionPatchInput): Promise<Session>;
  interrupt(sessionId: string): Promise<Session>;
  /** Ends the run and keeps all history. */
  stopSession(sessionId: string): Promise<Session>;
  /** A given `message_id` makes a repeated call harmless. */
  send(sessionId: string, message: NewMessageInput): Promise<MessageAnswer>;
  /** Prompts that have not been accepted yet, in order. */
  queue(sessionId: string): Promise<Queue>;
  changeMessage(sessionId: string, messageId: string, patch: MessagePatch): Promise<Message>;
  /** Takes back a prompt that has not been delivered. */
  removeMessage(sessionId: string, messageId: string): Promise<Message>;
  /** Slash commands that the session takes; empty where its run does not say. */
  commands(sessionId: string): Promise<CommandList>;
  /** Files below the session's folder that fit what was typed, best first. */
  files(sessionId: string, q: string, signal?: AbortSignal): Promise<FileList>;
  /** The visible text of a tmux run. */
  screen(sessionId: string): Promise<Screen>;
  /** The command that shows the run's own terminal, on the machine of the hub. */
  terminal(sessionId: string): Promise<TerminalAccess>;
}

type Ask = <T>(path: string, request?: HubRequest) => Promise<T>;

export function steeringCalls(ask: Ask, session: (sessionId: string) => string): SteeringCalls {
  const message = (sessionId: string, messageId: string) =>
    `${session(sessionId)}/queue/${encodeURIComponent(messageId)}`;
  const post = <T>(path: string, body: unknown = {}) => ask<T>(path, { method: 'POST', body });

  return {
    createSession: (body) => post('/sessions', body),
    resume: (sessionId, body) => post(`${session(sessionId)}/resume`, body),
    fork: (sessionId, body) => post(`${session(sessionId)}/fork`, body),
    takeover: (sessionId, body) => post(`${session(sessionId)}/takeover`, body),
    changeSession: (sessionId, body) => ask(session(sessionId), { method: 'PATCH', body }),
    interrupt: (sessionId) => post(`${session(sessionId)}/interrupt`),
    stopSession: (sessionId) => ask(session(sessionId), { method: 'DELETE' }),
    send: (sessionId, body) => post(`${session(sessionId)}/message`, body),
    queue: (sessionId) => ask(`${session(sessionId)}/queue`),
    changeMessage: (sessionId, messageId, body) =>
      ask(message(sessionId, messageId), { method: 'PATCH', body }),
    removeMessage: (sessionId, messageId) => ask(message(sessionId, messageId), { method: 'DELETE' }),
    commands: (sessionId) => ask(`${session(sessionId)}/commands`),
    files: (sessionId, q, signal) => ask(`${session(sessionId)}/files`, { query: { q }, signal }),
    screen: (sessionId) => ask(`${session(sessionId)}/screen`),
    terminal: (sessionId) => ask(`${session(sessionId)}/attach`),
  };
}
