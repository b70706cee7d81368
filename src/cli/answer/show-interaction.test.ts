import { expect, test } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { showInteraction } from './show-interaction.ts';

test('shows characters that hide or reorder text, and neutralizes escape sequences', () => {
  const interaction = {
    ...{ id: 'i1', session_id: '11111111-1111-4111-8111-111111111111', host: 'desk', kind: 'permission' },
    ...{ state: 'open', suggestions: [], routes: ['hook'], opened_at: '2026-01-01T00:00:00.000Z' },
    tool_name: 'Bash',
    input: { command: 'ls \u001b]0;rm x\u0007\u202e' },
  } as unknown as Interaction;
  const lines = showInteraction(interaction, { style: PLAIN, now: 0, width: 80 }).join('\n');
  expect(lines).toContain('ls <U+001B>]0;rm x<U+0007><U+202E>');
});
