import { expect, test } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import type { Card } from '../../sdk/inbox.ts';
import { anInteraction, MAY } from './card-fixture.ts';
import { CARE_MS, InteractionCard, SETTLING_MS } from './interaction-card.ts';

const typed = (text: string) => ({ name: 'text', text }) as const;
const ALLOW = { decision: 'allow' };

function shownCard(command: string, height = 20) {
  const interaction = anInteraction({ tool_name: 'Bash', input: { command } });
  const card = new InteractionCard({ interaction, phase: 'open' } as Card, '/work/api', MAY);
  const layout = { style: PLAIN, width: 60, height, now: 0, title: '', isFocused: true };
  const lines = () => card.lines(layout).lines;
  card.focus(0);
  lines();
  return { card, lines };
}

test('a card that has just appeared accepts no keys', () => {
  const { card } = shownCard('ls');
  expect(card.press(typed('a'), SETTLING_MS - 1)).toBe('none');
  expect(card.help(SETTLING_MS - 1)).toEqual([]);
  // A key pressed a moment ago was meant for the previous content.
  expect(card.press(typed('a'), SETTLING_MS)).toBe('none');
  expect(card.press(typed('a'), 2 * SETTLING_MS)).toEqual(ALLOW);
});

test('a dangerous request needs a second press; any other key cancels the first', () => {
  const { card, lines } = shownCard('rm -rf build');
  expect(card.press(typed('a'), 1000)).toBe('none');
  expect(lines().join('\n')).toContain('Press a again to allow it. Deletes folders');
  expect(card.press({ name: 'escape' }, 1000)).toBe('none');
  expect(card.press(typed('a'), 1000)).toBe('none');
  expect(card.press(typed('a'), 1000 + CARE_MS)).toEqual(ALLOW);
  expect(shownCard('rm -rf build').card.press(typed('d'), 1000)).toEqual({ decision: 'deny' });
});

test('text typed in another place does not act on a new card; moving on works', () => {
  const { card } = shownCard('ls');
  for (const letter of 'please quit') expect(card.press(typed(letter), SETTLING_MS - 1)).toBe('none');
  expect(card.press({ name: 'escape' }, SETTLING_MS)).toBe('none');
  expect(card.press(typed('j'), SETTLING_MS)).toBe('pass');
  expect(card.press({ name: 'up' }, SETTLING_MS)).toBe('pass');
});

test('a repeated key counts as one press', () => {
  const { card } = shownCard('rm -rf build');
  expect(card.press(typed('a'), 1000)).toBe('none');
  for (let now = 1000; now < 3000; now += 30) expect(card.press(typed('a'), now)).toBe('none');
  expect(card.press(typed('a'), 3000 + CARE_MS)).toEqual(ALLOW);
});

test('a partly read request needs a second press', () => {
  const long = Array.from({ length: 30 }, (_, line) => `echo ${line}`).join('\n');
  const { card, lines } = shownCard(long, 12);
  expect(lines().at(-1)).toMatch(/… \d+ more lines, PgDn/);
  expect(card.press(typed('a'), 1000)).toBe('none');
  for (let pages = 0; pages < 5; pages++) {
    card.press({ name: 'page-down' }, 1000);
    lines();
  }
  expect(lines().join('\n')).toContain('echo 29');
  expect(card.press(typed('a'), 1000)).toEqual(ALLOW);
});

test.each([4, 5, 8, 12])(
  'in %i lines suggestions and warnings stay visible; no line is skipped',
  (height) => {
    const long = ['rm -rf build', ...Array.from({ length: 30 }, (_, line) => `echo ${line}.`)];
    const { card, lines } = shownCard(long.join('\n'), height);
    const seen = new Set<string>();
    const look = () => {
      for (const line of lines()) seen.add(line.trim());
      expect(lines().length).toBeLessThanOrEqual(height);
      if (height > 4) expect(lines().at(-1)).toContain('! Deletes folders');
    };
    look();
    card.press(typed('a'), 1000);
    expect(lines().at(-1)).toContain('You have not read all of it.');
    for (let pages = 0; pages < 40; pages++) {
      card.press({ name: 'page-down' }, 1000);
      look();
    }
    expect(long.filter((line) => !seen.has(line))).toEqual([]);
    card.press(typed('a'), 9000);
    expect(lines().join('\n')).not.toContain('You have not read all of it.');
  },
);

test('a request without a route cannot be answered', () => {
  const interaction = anInteraction({ tool_name: 'Bash', input: { command: 'ls' }, routes: [] });
  const card = new InteractionCard({ interaction, phase: 'open' } as Card, '', {
    answer: false,
    change: false,
  });
  card.focus(0);
  expect(card.press(typed('a'), 1000)).toBe('pass');
  const layout = { style: PLAIN, width: 70, height: 20, now: 0, title: '', isFocused: true };
  expect(card.lines(layout).lines.join('\n')).toContain('Answer this in the session’s terminal');
});
