/** The client calls that start, prompt, change and end sessions. Each is one request. */
import type { CommandList, FileList, FolderList, ModelList } from '../protocol/completion.ts';
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
import type { CallHub } from './hub-request.ts';

/** Calls that start or end something return the session afterwards. */
export interface SteeringCalls {
  /** A given `session_id` makes a repeated call idempotent. */
  createSession(body: NewSessionInput): Promise<Session>;
  /** Resumes a session that has ended. */
  resume(sessionId: string, body?: ResumeInput): Promise<Session>;
  /** Returns the copy. */
  fork(sessionId: string, body?: ForkInput): Promise<Session>;
  /** Throws `takeover_needs_force` with `details.lost` if something would be lost. */
  takeover(sessionId: string, body?: TakeoverInput): Promise<Session>;
  /** Changes name, model, permission mode or relay. */
  changeSession(sessionId: string, patch: SessionPatchInput): Promise<Session>;
  /** Interrupts the turn, as Esc does. */
  interrupt(sessionId: string): Promise<Session>;
  /** Ends the run and keeps all history. */
  stopSession(sessionId: string): Promise<Session>;
  /** A given `message_id` makes a repeated call idempotent. */
  send(sessionId: string, message: NewMessageInput): Promise<MessageAnswer>;
  /** Prompts that have not been accepted yet, in order. */
  queue(sessionId: string): Promise<Queue>;
  /** Edits or moves a prompt that has not been delivered. */
  changeMessage(sessionId: string, messageId: string, patch: MessagePatch): Promise<Message>;
  /** Cancels a prompt that has not been delivered. */
  removeMessage(sessionId: string, messageId: string): Promise<Message>;
  /** The session's slash commands; empty if its run does not report them. */
  commands(sessionId: string): Promise<CommandList>;
  /** The models that the session can use; empty if its run does not report them. */
  models(sessionId: string): Promise<ModelList>;
  /** Files below the session's folder that match the typed text, best first. */
  files(sessionId: string, q: string, signal?: AbortSignal): Promise<FileList>;
  /** Folders of the hub's machine to start a session in: those in `path` (by default, the home folder), and recent ones. */
  folders(path?: string): Promise<FolderList>;
  /** The visible text of a tmux run. */
  screen(sessionId: string): Promise<Screen>;
  /** The command that opens the run's own terminal on the hub's machine. */
  terminal(sessionId: string): Promise<TerminalAccess>;
}

/** `host`: where new sessions start by default. */
export function steeringCalls(call: CallHub, host?: string): SteeringCalls {
  return {
    createSession: (body) => call('POST /api/sessions', { body: { ...(host && { host }), ...body } }),
    resume: (id, body = {}) => call('POST /api/sessions/:id/resume', { params: { id }, body }),
    fork: (id, body = {}) => call('POST /api/sessions/:id/fork', { params: { id }, body }),
    takeover: (id, body = {}) => call('POST /api/sessions/:id/takeover', { params: { id }, body }),
    changeSession: (id, body) => call('PATCH /api/sessions/:id', { params: { id }, body }),
    interrupt: (id) => call('POST /api/sessions/:id/interrupt', { params: { id } }),
    stopSession: (id) => call('DELETE /api/sessions/:id', { params: { id } }),
    send: (id, body) => call('POST /api/sessions/:id/message', { params: { id }, body }),
    queue: (id) => call('GET /api/sessions/:id/queue', { params: { id } }),
    changeMessage: (id, message_id, body) =>
      call('PATCH /api/sessions/:id/queue/:message_id', { params: { id, message_id }, body }),
    removeMessage: (id, message_id) =>
      call('DELETE /api/sessions/:id/queue/:message_id', { params: { id, message_id } }),
    commands: (id) => call('GET /api/sessions/:id/commands', { params: { id } }),
    models: (id) => call('GET /api/sessions/:id/models', { params: { id } }),
    files: (id, q, signal) => call('GET /api/sessions/:id/files', { params: { id }, query: { q }, signal }),
    folders: (path) => call('GET /api/folders', { query: { path } }),
    screen: (id) => call('GET /api/sessions/:id/screen', { params: { id } }),
    terminal: (id) => call('GET /api/sessions/:id/attach', { params: { id } }),
  };
}
