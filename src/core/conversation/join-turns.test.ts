import { expect, test } from 'vitest';
import type { Item } from '../../protocol/conversation.ts';
import type { Turn } from '../../protocol/session.ts';
import { groupTurns } from '../group-turns.ts';
import { joinTurns } from './join-turns.ts';

const about = (position: number) => ({ at: '2026-01-01T00:00:00.000Z', position });
const prompt = (position: number): Item => ({
  ...{ ...about(position), kind: 'prompt', id: `p${position}`, prompt_id: `p${position}` },
  ...{ text: 'do it', origin: 'human', images: 0 },
});
const text = (position: number): Item => ({
  ...about(position),
  kind: 'text',
  id: `t${position}`,
  text: 'x',
});
const end = (position: number, prompt_id: string): Item => ({
  ...{ ...about(position), kind: 'end', id: `e${position}`, prompt_id, outcome: 'completed', duration_ms: 5 },
});

test('pages split anywhere join to the same conversation', () => {
  const items = [prompt(1), text(2), text(3), end(4, 'p1'), prompt(5), text(6), prompt(7)];
  const whole = groupTurns(items);
  for (let cut = 0; cut <= items.length; cut++) {
    const [older, newer]: [Turn[], Turn[]] = [groupTurns(items.slice(0, cut)), groupTurns(items.slice(cut))];
    expect(joinTurns(older, newer)).toEqual(whole);
  }
});
