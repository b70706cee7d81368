/**
 * Prompts of a session without a transcript: Claude Code does not repeat them, but names those it works on.
 */
import type { StreamLine } from '../claude/stream-line.ts';
import { titleOf } from './prompt-title.ts';
import {
  type LineReading,
  NOTHING,
  type StreamContext,
  type StreamFact,
  type StreamState,
} from './stream-state.ts';

/**
 * Every request to the API names all messages of the turn, in order. The first ones are one prompt with the
 * id of the last, as in a transcript; later ones are folded in.
 */
export function readStreamPrompts(
  { user_message_uuids: ids = [] }: StreamLine,
  context: StreamContext,
  { sessionId }: StreamState,
): LineReading {
  const known = ids.map((id) => context.prompt(sessionId, id));
  const last = known.findLastIndex((prompt) => prompt !== undefined);
  const promptId = known[last]?.promptId;
  const fresh = ids.slice(last + 1);
  if (fresh.length === 0) return NOTHING;
  if (promptId === undefined) return { facts: [promptOf(fresh, context, sessionId)] };
  return {
    facts: fresh.map((id, index) => ({
      ...promptOf([id], context, sessionId, promptId),
      position: context.position + index,
    })),
  };
}

/** Claude starts a turn automatically when a task has ended; while it works, it gets a note instead. */
export function readTaskPrompt(
  { uuid, summary }: StreamLine,
  { position, session }: StreamContext,
  { sessionId }: StreamState,
): LineReading {
  if (uuid === undefined || session(sessionId)?.activity?.value.now !== 'idle') return NOTHING;
  const id = { key: `prompt:${uuid}`, item: `prompt:${uuid}`, prompt_id: uuid, uuid };
  const words = { text: summary ?? '', origin: 'task-notification', images: 0 };
  return { facts: [{ type: 'prompt_submitted', ...id, position, ...words }] };
}

function promptOf(
  ids: readonly string[],
  { position, session }: StreamContext,
  sessionId: string,
  turn?: string,
): StreamFact {
  const uuid = ids.at(-1) ?? '';
  const state = session(sessionId);
  const messages = ids.flatMap((id) => state?.messages[id] ?? []);
  const text = messages.map((message) => message.text).join('\n');
  const isFirst = state?.observed.title === undefined && turn === undefined;
  return {
    type: 'prompt_submitted',
    key: `prompt:${uuid}`,
    item: `prompt:${uuid}`,
    position,
    prompt_id: turn ?? uuid,
    uuid,
    text,
    origin: turn === undefined ? 'human' : 'folded',
    images: messages.reduce((sum, { images }) => sum + images, 0),
    ...(isFirst && text !== '' && { observed: { title: titleOf(text), title_rank: 0 } }),
  };
}
