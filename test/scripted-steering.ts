/** A Steering that records its calls and does as little as the response needs. For tests of its callers. */

import { readContent } from '../src/core/read-content.ts';
import { ReinsError } from '../src/protocol/errors.ts';
import type { EventBody, EventType } from '../src/protocol/events.ts';
import type { Message } from '../src/protocol/messages.ts';
import type { Steering } from '../src/server/server-deps.ts';

export type Steered = readonly [call: keyof Steering, ...args: unknown[]];

type Append = <Type extends EventType>(
  type: Type,
  facts: Omit<EventBody<Type>, 'type'>,
  about: { readonly sessionId: string },
) => unknown;

export const NEW_SESSION = '33333333-3333-4333-8333-333333333333';
export const MESSAGE = '44444444-4444-4444-8444-444444444444';

const message: Message = {
  ...{ message_id: MESSAGE, state: 'queued', when: 'queue', text: 'do it', images: 0, by: 'operator' },
  ...{ queued_at: '2026-01-01T00:00:00.000Z', place: 1 },
};

export function scriptSteering(append: Append): {
  readonly calls: Steering;
  readonly received: readonly Steered[];
} {
  const received: Steered[] = [];
  const created = new Set<string>();
  const begin = (sessionId: string, how: 'new' | 'fork', by: string) => {
    append('session_created', { how, persists: true, by }, { sessionId });
    created.add(sessionId);
  };
  const calls: Steering = {
    async create(body, by) {
      received.push(['create', body, by]);
      const { session_id: sessionId = NEW_SESSION } = body;
      const isNew = !created.has(sessionId);
      if (isNew) begin(sessionId, 'new', by);
      return { sessionId, isNew };
    },
    async resume(...args) {
      received.push(['resume', ...args]);
    },
    async fork(sessionId, body, by) {
      received.push(['fork', sessionId, body, by]);
      const copy = body.session_id ?? NEW_SESSION;
      begin(copy, 'fork', by);
      return copy;
    },
    async takeover(...args) {
      received.push(['takeover', ...args]);
    },
    async change(...args) {
      received.push(['change', ...args]);
    },
    async interrupt(...args) {
      received.push(['interrupt', ...args]);
    },
    async stop(sessionId, by) {
      received.push(['stop', sessionId, by]);
      append('session_ended', { reason: 'stopped' }, { sessionId });
      append('session_stopped', { by: by ?? '' }, { sessionId });
    },
    async send(sessionId, sent, by) {
      readContent(sent);
      received.push(['send', sessionId, sent, by]);
      const { message_id = MESSAGE, when, text = '' } = sent;
      append('message_queued', { message_id, when, text, images: 0, by, place: 1 }, { sessionId });
      return { message_id, session_id: sessionId, state: 'queued' };
    },
    queue(...args) {
      received.push(['queue', ...args]);
      return [message];
    },
    changeMessage(...args) {
      received.push(['changeMessage', ...args]);
      return { ...message, text: args[2].text ?? message.text };
    },
    removeMessage(...args) {
      received.push(['removeMessage', ...args]);
      return { ...message, state: 'removed' };
    },
    async screen(...args) {
      received.push(['screen', ...args]);
      return { text: '❯ hello', columns: 80, rows: 24 };
    },
    runTerminal() {
      throw new ReinsError('not_capable', 'There is no terminal here.');
    },
    terminal(...args) {
      received.push(['terminal', ...args]);
      return { command: ['tmux', 'attach'] };
    },
  };
  return { calls, received };
}
