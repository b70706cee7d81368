/**
 * The conversation so far, for an editor that opens a session: read page by page, sent from its beginning.
 */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { SessionAnswer } from '../protocol/api.ts';
import type { Turn } from '../protocol/session.ts';
import type { Client } from '../sdk/client.ts';
import { turnUpdates } from './item-updates.ts';
import { textBlock } from './text-block.ts';

/** The maximum that an editor receives; the page shows the rest. */
const MAX_ITEMS = 4000;
const PAGE = 500;

export async function* replay(
  client: Pick<Client, 'turns'>,
  view: SessionAnswer,
  maxItems = MAX_ITEMS,
): AsyncGenerator<SessionUpdate> {
  const pages: Turn[][] = [view.turns];
  let count = countItems(view.turns);
  let before = view.older_before;
  while (before !== undefined && count < maxItems) {
    const page = await client.turns(view.session_id, { before, limit: PAGE });
    pages.unshift(page.turns);
    count += countItems(page.turns);
    before = page.older_before;
  }
  if (before !== undefined) yield leftOut(view.session_id);
  for (const turn of pages.flat()) yield* turnUpdates(turn, view.cwd);
}

function countItems(turns: readonly Turn[]): number {
  return turns.reduce((sum, { items }) => sum + items.length + 1, 0);
}

function leftOut(sessionId: string): SessionUpdate {
  const text = `(Earlier messages are omitted here. "reins show ${sessionId}" and the page show all of them.)`;
  return { sessionUpdate: 'agent_message_chunk', content: textBlock(text), messageId: 'left-out' };
}
