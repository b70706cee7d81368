/**
 * Routes that start, prompt, change and end sessions. Those that change a session return the resulting
 * session.
 */
import { sessionParamsSchema } from '../api.ts';
import {
  commandListSchema,
  fileListSchema,
  fileQuerySchema,
  folderListSchema,
  folderQuerySchema,
  modelListSchema,
} from '../completion.ts';
import {
  messageAnswerSchema,
  messageIdSchema,
  messagePatchSchema,
  messageSchema,
  newMessageSchema,
  queueSchema,
} from '../messages.ts';
import { sessionSchema } from '../session.ts';
import {
  forkSchema,
  newSessionSchema,
  resumeSchema,
  screenSchema,
  sessionPatchSchema,
  takeoverSchema,
  terminalAccessSchema,
} from '../steering.ts';
import { TERMINAL_FRAME_ROLES } from '../terminal.ts';
import { defineRoutes } from './define-routes.ts';

const ofSession = { role: 'operator', params: sessionParamsSchema, fails: [404] } as const;
const ofMessage = {
  role: 'operator',
  params: sessionParamsSchema.extend({ message_id: messageIdSchema }),
  answers: { 200: ['The message', messageSchema] },
  fails: [404, 409],
} as const;
const STARTING = [404, 409, 502, 503] as const;

export const steeringRoutes = defineRoutes('steering', {
  'POST /api/sessions': {
    where: 'chosen',
    id: 'createSession',
    role: 'operator',
    summary: 'Starts, resumes or forks a session.',
    description:
      'With a `session_id` the call can be repeated: the same body returns the same session with status 200, another body 409. ' +
      '`resume` reopens `session_id`, `fork` copies that session, `continue` resumes the newest one in `cwd`. Values of ' +
      '`env` and `mcp_config` are never logged and never returned. Headless runs (driver `stream`) may be billed ' +
      'differently from interactive ones (driver `tmux`).',
    body: newSessionSchema,
    answers: {
      201: ['The session', sessionSchema],
      200: ['The session that an earlier, identical call created', sessionSchema],
    },
    fails: STARTING,
  },
  'GET /api/folders': {
    id: 'listFolders',
    role: 'operator',
    summary: 'Lists folders to start a session in: those in a folder of this machine, and recent ones.',
    query: folderQuerySchema,
    answers: { 200: ['The folders', folderListSchema] },
    fails: [400],
  },
  'PATCH /api/sessions/:id': {
    ...ofSession,
    id: 'changeSession',
    summary: "Changes a session's name, model, permission mode, relay setting, pin, archive state or labels.",
    description:
      'Pinned, archived and labelled sessions are the same for every client and host. An archived session returns to the lists when it ' +
      'gets a prompt or needs a person. `labels` replaces all labels: at most 10.',
    body: sessionPatchSchema,
    answers: { 200: ['The session', sessionSchema] },
    fails: [404, 409, 504],
  },
  'DELETE /api/sessions/:id': {
    ...ofSession,
    id: 'stopSession',
    summary: 'Stops the run of a session and keeps its history.',
    description:
      'Responds once the process has ended and, if hooks report on the session, its `SessionEnd` hook has arrived or 5 s ' +
      'have passed. Streams of this session then end after its last event.',
    answers: { 200: ['The session', sessionSchema] },
    fails: [404, 409, 504],
  },
  'POST /api/sessions/:id/resume': {
    ...ofSession,
    id: 'resumeSession',
    summary: 'Resumes a session that has ended.',
    body: resumeSchema,
    bodyIs: 'optional',
    answers: { 200: ['The session', sessionSchema] },
    fails: STARTING,
  },
  'POST /api/sessions/:id/fork': {
    ...ofSession,
    id: 'forkSession',
    summary: 'Copies a session to a new id.',
    description:
      '`before` is the id of a prompt: the copy ends before it. Before the first prompt, a new session starts.',
    body: forkSchema,
    bodyIs: 'optional',
    answers: { 201: ['The copy', sessionSchema] },
    fails: STARTING,
  },
  'POST /api/sessions/:id/takeover': {
    ...ofSession,
    id: 'takeOverSession',
    summary: 'Stops the run that serves a session and resumes the session under the hub.',
    description:
      'If something would be lost (a running tool, background tasks, a draft), the response is 409 `takeover_needs_force` with ' +
      '`details.lost`, and nothing has changed; `force` proceeds anyway.',
    body: takeoverSchema,
    bodyIs: 'optional',
    answers: { 200: ['The session', sessionSchema] },
    fails: [...STARTING, 504],
  },
  'POST /api/sessions/:id/interrupt': {
    ...ofSession,
    id: 'interruptSession',
    summary: 'Interrupts what Claude is doing; the session stays open.',
    answers: { 200: ['The session', sessionSchema] },
    fails: [404, 409, 504],
  },
  'POST /api/sessions/:id/message': {
    ...ofSession,
    id: 'sendMessage',
    summary: 'Sends a prompt to a session.',
    description:
      '`text`, or `content`: a list of `ContentBlock`s, each image at most 5 MB. Responds when the message is durable; events ' +
      'report what happens to it (`queued`, `delivered`, `accepted` or `failed`). With a `message_id` the call can be repeated. ' +
      '`when`: `queue` waits until Claude is idle, `steer` delivers immediately, `now` interrupts first.',
    body: newMessageSchema,
    bodyLimit: 'messageBytes',
    answers: { 202: ['The message was stored', messageAnswerSchema] },
    fails: [404, 409, 422, 503],
  },
  'GET /api/sessions/:id/queue': {
    ...ofSession,
    id: 'listQueue',
    summary: 'Lists the prompts that have not been accepted yet, in order.',
    answers: { 200: ['The queue', queueSchema] },
  },
  'PATCH /api/sessions/:id/queue/:message_id': {
    ...ofMessage,
    id: 'changeMessage',
    summary: 'Edits or moves a prompt that has not been delivered.',
    description: '`before` moves it right before that message, null to the end of the queue.',
    body: messagePatchSchema,
  },
  'DELETE /api/sessions/:id/queue/:message_id': {
    ...ofMessage,
    id: 'removeMessage',
    summary: 'Removes a prompt that has not been delivered.',
  },
  'GET /api/sessions/:id/commands': {
    ...ofSession,
    id: 'listCommands',
    summary: 'Lists the slash commands of a session.',
    description: 'Reported by Claude Code in stream runs; empty if the run does not report them.',
    answers: { 200: ['The commands', commandListSchema] },
  },
  'GET /api/sessions/:id/models': {
    ...ofSession,
    id: 'listModels',
    summary: 'Lists the models that a session can use.',
    description: 'Reported by Claude Code in stream runs; empty if the run does not report them.',
    answers: { 200: ['The models', modelListSchema] },
  },
  'GET /api/sessions/:id/files': {
    ...ofSession,
    id: 'listFiles',
    summary: "Lists files below the session's folder, for completing paths.",
    description:
      'Names only. In a repository the files that git tracks or would add, otherwise all files except `.git`, `node_modules` and ' +
      'the like; at most 50,000 are considered. Empty if the folder is on another machine.',
    query: fileQuerySchema,
    answers: { 200: ['Paths, best match first', fileListSchema] },
  },
  'GET /api/sessions/:id/screen': {
    ...ofSession,
    id: 'getScreen',
    summary: 'Returns the visible text of a tmux run.',
    answers: { 200: ['The screen', screenSchema] },
    fails: [404, 409, 504],
  },
  'GET /api/sessions/:id/attach': {
    ...ofSession,
    id: 'getTerminalCommand',
    summary: "Returns the command that opens the run's own terminal on the hub's machine.",
    answers: { 200: ['The command', terminalAccessSchema] },
    fails: [404, 409],
  },
  'GET /api/sessions/:id/terminal': {
    ...ofSession,
    where: 'socket',
    id: 'openTerminal',
    // A terminal may show more than the session does: the person's shell, other programs.
    frames: TERMINAL_FRAME_ROLES,
    summary: 'Opens the live terminal of a tmux run over a WebSocket.',
    description:
      'Opened like `/api/ws`. The first frame is a `TerminalFrame` with the whole screen, followed by bytes that redraw what has ' +
      'changed, as binary messages. The client sends `TerminalInput`s. A client that falls behind skips to the present. The view ' +
      'ends when Claude Code leaves the foreground of a terminal that the hub did not open.',
    answers: { 101: ['Frames', { 'application/json': ['TerminalInput', 'TerminalFrame'] }] },
    fails: [404, 409, 426],
  },
});
