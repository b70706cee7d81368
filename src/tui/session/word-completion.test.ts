import { expect, test } from 'vitest';
import { readKeys } from '../../lib/read-keys.ts';
import { PLAIN } from '../../lib/style.ts';
import { Composer } from './composer.ts';

const IDLE = { isBusy: false, canSteer: true, canInterrupt: true, isRelayed: false };
const DOWN = '\u001b[B';

function composing(commands: () => Promise<string[]> = async () => ['cost', 'compact', 'my-cost']) {
  const asked: string[] = [];
  const composer = new Composer('', {
    sessionId: 's1',
    onChange: () => {},
    client: {
      commands: async () => ({ items: (await commands()).map((name) => ({ name, about: `about ${name}` })) }),
      files: async (_, q) => {
        asked.push(q);
        return { items: [`src/${q}.ts`, `test/${q}.ts`] };
      },
    },
  });
  const write = async (...sent: string[]) => {
    let last: ReturnType<Composer['press']> = 'none';
    for (const key of sent.flatMap(readKeys)) {
      last = composer.press(key, IDLE);
      // The hub answers between two keys.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return last;
  };
  const shown = () => composer.lines({ width: 60, height: 20 }, true, IDLE, PLAIN).lines;
  return { composer, write, shown, asked };
}

test('suggests slash commands, prefix matches first; Tab completes', async () => {
  const { composer, write, shown } = composing();
  await write('/co');
  expect(shown().slice(0, 3)).toEqual([
    '> /compact  about compact',
    '  /cost  about cost',
    '  /my-cost  about my-cost',
  ]);
  expect(composer.help(IDLE)[0]).toEqual(['Tab', 'complete']);
  await write(DOWN, '\t');
  expect(composer.editor.text).toBe('/cost ');
  expect(shown()).toHaveLength(2);
  expect(await write('\r')).toEqual({ text: '/cost', when: 'queue' });
});

test('Enter sends a complete command', async () => {
  const { write } = composing();
  await write('/compact');
  expect(await write('\r')).toEqual({ text: '/compact', when: 'queue' });
});

test('a file replaces the word at the cursor; Esc closes the list until the next word', async () => {
  const { composer, write, shown, asked } = composing();
  await write('read @ab and');
  expect(shown()).toHaveLength(2);
  await write(' @cd');
  expect(asked).toContain('cd');
  expect(shown()[0]).toBe('> src/cd.ts');
  expect(composer.closeList()).toBe(true);
  await write('e');
  expect(composer.closeList()).toBe(false);
  await write(' @x', '\r');
  expect(composer.editor.text).toBe('read @ab and @cde @src/x.ts ');
});

test('retries after a failed request, and typing continues', async () => {
  let fails = true;
  const { write, shown } = composing(async () => {
    if (fails) throw new Error('gone');
    return ['cost'];
  });
  await write('/');
  expect(shown()).toHaveLength(2);
  fails = false;
  await write('c');
  expect(shown()[0]).toBe('> /cost  about cost');
});
