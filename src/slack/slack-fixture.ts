/** Requests and views for tests of what Slack shows. */

import type { Item } from '../protocol/conversation.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { SessionView, Turn } from '../protocol/session.ts';

export const AT = '2026-01-01T00:00:00.000Z';

export function anInteraction(fields: Partial<Interaction> = {}): Interaction {
  return {
    id: 'i1',
    session_id: '11111111-1111-4111-8111-111111111111',
    host: 'here',
    kind: 'permission',
    state: 'open',
    tool_name: 'Bash',
    tool_use_id: 't1',
    input: { command: 'npm test' },
    suggestions: [],
    cwd: '/code/api',
    opened_at: AT,
    routes: ['hook'],
    ...fields,
  };
}

export function answeredBy(name: string, decided: object): Pick<Interaction, 'state' | 'answer'> {
  const by = { type: 'device' as const, name };
  return { state: 'answered', answer: { by, at: AT, route: 'hook', applied: 'confirmed', ...decided } };
}

export const aPrompt = (text: string, fields: object = {}): Item => ({
  id: `prompt:${text}`,
  at: AT,
  position: 1,
  kind: 'prompt',
  text,
  origin: 'human',
  images: 0,
  prompt_id: 'p1',
  ...fields,
});

export const aText = (text: string, id = 'x1'): Item => ({ id, at: AT, position: 2, kind: 'text', text });

export const aTool = (name: string, input: Record<string, unknown>, fields: object = {}): Item => ({
  id: `tool:${JSON.stringify(input)}`,
  at: AT,
  position: 3,
  kind: 'tool',
  tool_use_id: 'u',
  name,
  input,
  ...fields,
});

export function aView(turns: Turn[], fields: Partial<SessionView> = {}): SessionView {
  return { turns, cwd: '/code/api', messages: [], ...fields } as SessionView;
}
