/** Routes that report events as they happen. */
import { sessionParamsSchema, streamQuerySchema } from '../api.ts';
import { FRAME_ROLES } from '../socket.ts';
import { defineRoutes } from './define-routes.ts';

const RESUMING =
  'History first, then live, without gaps or repeats. `id:` is the value to send as `Last-Event-ID` to continue after it; ' +
  '`event:` is the type; `data:` is the event. An id that this log does not know gets `event: reset` and then ' +
  '`event: snapshot`, from which the stream continues. `?raw=hook` sends only hooks, as `event: hook` with the JSON as it ' +
  'was received; a newline in it starts another `data:` line, as the standard requires. `?questions=true` also sends ' +
  '`interactive_question` and `interactive_question_answered`, without an id and before the event that caused them. ' +
  '`?format=message` sends plain messages without an `event:` line: the data of events and text deltas has their `type`, ' +
  'everything else is `{type, data}`. ' +
  'Text that is being written is sent as `text_delta` and `thinking_delta` (see `TextDelta`), without an id: ' +
  'always in the stream of one session, in that of all sessions with `?live=true`; `?live=false` omits it. In a fleet, the ' +
  'stream of all sessions covers all hosts, and `hosts_changed`, without an id, reports that `GET /api/hosts` has changed.';

const STREAMED = [
  ...['Event', 'TextDelta', 'Reset', 'SessionList', 'SessionAnswer'],
  ...['InteractiveQuestion', 'InteractiveAnswer'],
] as const;

const stream = {
  role: 'viewer',
  query: streamQuerySchema,
  answers: { 200: ['A stream of events', { 'text/event-stream': STREAMED }] },
} as const;

export const eventRoutes = defineRoutes('events', {
  'GET /api/sessions/:id/events': {
    where: 'copy',
    ...stream,
    id: 'streamSessionEvents',
    summary: 'Streams the events of a session.',
    description: `${RESUMING} Starts with the first event; \`?since=<seq>\` starts after that one, \`?since=now\` with the next. Ends when the session is stopped by \`DELETE\`, after its last event.`,
    params: sessionParamsSchema,
    fails: [404, 429],
  },
  'GET /api/events': {
    ...stream,
    id: 'streamEvents',
    summary: 'Streams the events of all sessions.',
    description: `${RESUMING} Starts with the next event; \`?since=0\` starts with the first, \`?since=<resume id>\` after that one.`,
    fails: [429],
  },
  'GET /api/ws': {
    id: 'openSocket',
    role: 'viewer',
    frames: FRAME_ROLES,
    summary: 'Opens a WebSocket for events, messages, interrupts and answers.',
    description:
      'Opened with the subprotocol `reins` and, if headers cannot be set, also `reins.token.<token>` or, by a paired browser, ' +
      '`reins.device-key.<key>`. Access is checked for every frame. The client sends `ClientFrame`s, the hub `ServerFrame`s. ' +
      'Resuming works as in the SSE streams. Messages and interrupts need an operator, answers an approver.',
    answers: { 101: ['Frames, as text', { 'application/json': ['ClientFrame', 'ServerFrame'] }] },
    fails: [426],
  },
});
