/** The parts of route descriptions that repeat. */
import type { z } from 'zod';
import { type ComponentName, refTo } from './components.ts';

export interface Described {
  description: string;
  content?: Record<string, { schema: { $ref: string } | typeof ANY_OBJECT | { type: 'string' } }>;
}

/** JSON whose shape is not ours to say. */
export const ANY_OBJECT = { type: 'object' as const, additionalProperties: true };

export function anyJson(description: string): Described {
  return { description, content: { 'application/json': { schema: ANY_OBJECT } } };
}

export function json(description: string, component: ComponentName): Described {
  return { description, content: { 'application/json': { schema: refTo(component) } } };
}

/** A body that may be left out, unless the route says otherwise. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } } };
}

/** A body that is described by a component and read by whoever takes it. */
export function refBody(description: string, component: ComponentName) {
  return { required: true, description, content: { 'application/json': { schema: refTo(component) } } };
}

/** Every call can fail in these ways. */
export function failures(...statuses: number[]): Record<number, Described> {
  return Object.fromEntries(statuses.map((status) => [status, json(MEANINGS[status] ?? 'Failed', 'Error')]));
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is not understood; the message says which field',
  401: 'No token, or one that is not known',
  403: "The token's role may not do this, or the Host or Origin is not allowed",
  404: 'There is no such thing',
  409: 'It conflicts with what is there',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The content cannot be sent to Claude; the message says what can',
  426: 'The request is no WebSocket handshake',
  502: 'Claude Code could not be started; the message says why',
  503: 'What is needed is not there: Claude Code, tmux, or room on the disk',
  504: 'The run does not react',
};
