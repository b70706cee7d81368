/** The text of a notification, and what can be decided on it without opening the page. */

import { interactionDefinition } from '../core/interactions/interaction-definitions.ts';
import { findHiddenIn } from '../core/texts-in.ts';
import { outcomeText } from '../core/wording/answer-text.ts';
import { capitalized } from '../core/wording/capitalized.ts';
import { dangersOf } from '../core/wording/dangers.ts';
import { projectName } from '../core/wording/shown-path.ts';
import { exactText } from '../lib/hidden-characters.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Notice } from '../protocol/notify.ts';
import type { Message } from './target.ts';

/** All requests share one tag: several pending requests are one notification. */
export const WAITS = 'waits';

/** What phones show of a notification without opening it. An action can be approved there only if all of it is visible. */
const FITS = 120;
/** A push message may have 4 KB in total. */
const BODY_LIMIT = 600;

/** A notice about a session. */
export type SessionNotice = Notice & { readonly session_id: string };

/** How a request ended. */
export type Closing = Extract<ReinsEvent, { type: 'interaction_closed' }>;

const SHORT: Readonly<Record<Notice['kind'], string>> = {
  needs_answer: 'Claude needs an answer',
  idle: 'Claude is waiting',
  finished: 'Claude is done',
  failed: 'Something failed',
  login_expired: 'Claude Code is no longer logged in',
  budget_reached: 'The budget is used up',
  answered: 'The request was answered',
  withdrawn: 'The request was withdrawn',
  test: 'Notifications arrive here',
};

/** Kind and session only, for recipients who must not know more: titles derive from the conversation. */
export function inShort({ text: _, ...notice }: Notice): Notice {
  const { session_id, kind } = notice;
  const title = session_id === undefined ? 'Reins' : `Session ${session_id.slice(0, 8)}`;
  return { ...notice, title, detail: SHORT[kind] };
}

/** The outcome of a session's last turn: a newer message replaces the previous one. */
const OF_A_TURN: ReadonlySet<Notice['kind']> = new Set(['idle', 'finished', 'failed']);

/** One line about the request. */
export function describeRequest(request: Interaction): string {
  return exactText(interactionDefinition(request.kind).notice(request, request.cwd ?? ''));
}

export function messageOf({ id, kind, session_id, title, detail, text }: SessionNotice): Message {
  const path = `/sessions/${session_id}`;
  const about = OF_A_TURN.has(kind) ? 'turn' : kind;
  return {
    id,
    type: 'show',
    tag: `${about}-${session_id.slice(0, 8)}`,
    title,
    body: cut(text ?? detail),
    path,
  };
}

export function testMessage(id: string): Message {
  return {
    id,
    type: 'show',
    tag: 'test',
    title: 'Reins',
    body: 'Notifications arrive on this device.',
    path: '/settings',
  };
}

/**
 * Nothing is pending any more. The message has text, since browsers penalize a push message that shows nothing: some show a
 * text of their own, others end the subscription.
 */
export function withdrawal(
  id: string,
  closings: readonly Closing[],
  titleOf: WaitsContext['titleOf'],
): Message {
  const [first, ...others] = closings;
  const isOne = first !== undefined && others.length === 0;
  return {
    id,
    type: 'withdraw',
    tag: WAITS,
    title: isOne ? titleOf(first.session_id) : 'Reins',
    body: isOne ? cut(capitalized(outcomeText(first))) : 'Nothing is waiting for you',
    path: isOne ? `/sessions/${first.session_id}` : '/',
    waiting: 0,
    silent: true,
  };
}

export function waitsMessage(
  id: string,
  waiting: readonly Interaction[],
  { titleOf, mayAnswer, isNews }: WaitsContext,
): Message {
  const [first, ...others] = waiting;
  const quiet = isNews ? {} : { silent: true };
  if (first && others.length === 0) {
    const body = describeRequest(first);
    return {
      id,
      type: 'show',
      tag: WAITS,
      title: titleOf(first.session_id),
      body: cut(body),
      path: `/asks/${first.id}`,
      waiting: 1,
      interaction_id: first.id,
      ...quiet,
      ...(mayAnswer &&
        interactionDefinition(first.kind).form === 'call' && { actions: actionsFor(first, body) }),
    };
  }
  const projects = [
    ...new Set(waiting.map(({ cwd, session_id }) => (cwd ? projectName(cwd) : titleOf(session_id)))),
  ];
  return {
    id,
    type: 'show',
    tag: WAITS,
    title: `${waiting.length} requests are waiting for you`,
    body: cut(projects.join(', ')),
    path: '/',
    waiting: waiting.length,
    ...quiet,
  };
}

export interface WaitsContext {
  titleOf(sessionId: string): string;
  readonly mayAnswer: boolean;
  /** Whether there is a new request; otherwise one of several has been answered. */
  readonly isNews: boolean;
}

/**
 * Denying is always safe. Approving is offered only if everything is visible and no danger is known; otherwise the page must
 * be opened first.
 */
function actionsFor(
  { tool_name, input, cwd, flags }: Interaction,
  body: string,
): NonNullable<Message['actions']> {
  const isWhole = body.length <= FITS && !body.includes('\n') && showsAll(tool_name, input);
  const isSafe =
    !flags?.length &&
    findHiddenIn(input) === undefined &&
    dangersOf(tool_name ?? '', input, cwd).length === 0;
  return isWhole && isSafe ? ['deny', 'allow'] : ['deny', 'open'];
}

/** Input fields that are shown, or that do not affect what is done. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command', 'description', 'timeout'],
  Read: ['file_path', 'offset', 'limit'],
};

function showsAll(tool: string | undefined, input: Interaction['input']): boolean {
  return Object.keys(input).every((field) => SHOWN[tool ?? '']?.includes(field));
}

function cut(words: string): string {
  return words.length <= BODY_LIMIT ? words : `${words.slice(0, BODY_LIMIT - 1)}…`;
}
