/** Items, sessions and whole exports for export tests. */

import type { Item, ItemOf } from '../../protocol/conversation.ts';
import type { ExportFormatName } from '../../protocol/export.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent, SessionDetails } from '../../protocol/session.ts';
import { presentDetails } from '../present-session.ts';
import { emptySession } from '../session-state.ts';
import { exportSession } from './export-session.ts';

export const SESSION = '11111111-1111-4111-8111-111111111111';
const NOON = Date.parse('2026-01-02T12:00:00.000Z');
let count = 0;

export const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString();

/** An item some seconds after noon. The kind determines its other fields. */
export function item<Kind extends Item['kind']>(
  kind: Kind,
  facts: Omit<ItemOf<Kind>, 'id' | 'at' | 'position' | 'kind'>,
  seconds = 0,
): Item {
  count++;
  return { id: `${kind}:${count}`, at: at(seconds), position: count, kind, ...facts } as unknown as Item;
}

export const prompt = (text: string, seconds = 0) =>
  item('prompt', { text, origin: 'human', images: 0, prompt_id: 'p' }, seconds);
export const said = (text: string, seconds = 0) => item('text', { text }, seconds);
export const tool = (name: string, input: Record<string, unknown>, facts: Partial<ItemOf<'tool'>> = {}) =>
  item('tool', {
    tool_use_id: 't1',
    name,
    input,
    finished_at: at(2),
    result: 'ok',
    is_error: false,
    ...facts,
  });

export function session(facts: Partial<SessionDetails> = {}): SessionDetails {
  return { ...presentDetails(emptySession(SESSION, 'desk')), title: 'A session', cwd: '/p', ...facts };
}

export interface Exported {
  readonly items: readonly Item[];
  readonly agents?: Readonly<Record<string, readonly Item[]>>;
  readonly known?: readonly Agent[];
  readonly interactions?: readonly Interaction[];
  readonly title?: string;
  readonly raw?: boolean;
}

export async function exported(format: ExportFormatName, reported: Exported): Promise<string> {
  const { items, agents = {}, known = [], interactions = [], title = 'A session', raw = false } = reported;
  const source = {
    session: async () => session({ title, agents: [...known] }),
    interactions,
    // One item per page: nothing may depend on where pages end.
    pages: (agentId?: string) =>
      (agentId === undefined ? items : (agents[agentId] ?? [])).map((one) => [one]),
  };
  let text = '';
  for await (const piece of exportSession(source, { format, raw, timeZone: 'UTC', now: NOON })) text += piece;
  return text;
}
