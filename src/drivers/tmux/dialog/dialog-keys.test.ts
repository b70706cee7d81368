/** Keys in a dialog that others use too. The terminal is scripted, since the moments between two keys matter. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PendingInteraction } from '../../driver.ts';
import { answerPermission } from './answer-permission.ts';
import { DialogGone, DialogKeys, DialogStuck, type DialogTerminal, DialogUnsure } from './dialog-keys.ts';
import type { PermissionDialog } from './read-permission.ts';
import { showsInteraction } from './shows-interaction.ts';

const recorded = readFileSync(join(import.meta.dirname, 'recorded/bash-files.txt'), 'utf8').split('\n');
const interaction: PendingInteraction = {
  ...{ kind: 'permission', tool_name: 'Bash', input: { command: 'touch made.txt' }, suggestions: [] },
};

/** The recorded dialog with the cursor on another row, or with other text in it. */
function screen(row: number, words?: string): readonly string[] {
  return recorded.map((line) => {
    const [, number, text] = /^ [❯ ] (\d)\. (.*)$/.exec(line) ?? [];
    if (number === undefined) {
      return words === undefined ? line : line.replace(' · Tab to amend', '');
    }
    const shown = number === '4' && words !== undefined ? `No, ${words}` : text;
    return ` ${Number(number) === row ? '❯' : ' '} ${number}. ${shown}`;
  });
}

/** A terminal that receives keys; `onKey` may change what it shows next, after the key or just before the next one. */
class ScriptedTerminal implements DialogTerminal {
  readonly pressed: string[] = [];
  lines: readonly string[] | undefined = screen(1);
  #row = 1;

  constructor(readonly onKey: (key: string, terminal: ScriptedTerminal) => void = () => {}) {}

  async dialogLines() {
    return this.lines;
  }

  async press(key: string) {
    this.pressed.push(key);
    if (key === 'Down') this.lines = screen(++this.#row);
    const isOpening = key === 'Tab' && !this.pressed.slice(0, -1).includes('Tab');
    if (key === 'Tab') this.lines = screen(4);
    if (isOpening || key === 'C-u') this.lines = screen(4, 'and tell Claude what to do differently');
    if (key === 'Enter' || key === 'Escape' || /^\d$/.test(key)) this.lines = undefined;
    this.onKey(key, this);
  }

  async pasteText(words: string) {
    this.pressed.push(words);
    this.lines = screen(4, words);
    this.onKey(words, this);
  }
}

/** From here on, the clock advances by a minute at the next look. */
function passTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  setImmediate(() => vi.advanceTimersByTime(60_000));
}

function hands(terminal: ScriptedTerminal) {
  const keys = new DialogKeys(terminal, (dialog) => showsInteraction(dialog, interaction));
  return {
    keys,
    answer: async (decision: Parameters<typeof answerPermission>[3]) =>
      answerPermission(keys, (await keys.settle()) as PermissionDialog, interaction, decision),
  };
}

test('a denial moves row by row to No, and its reason is entered before the deciding key', async () => {
  const terminal = new ScriptedTerminal();
  await hands(terminal).answer({ decision: 'deny', message: 'use a folder' });
  expect(terminal.pressed).toEqual(['Down', 'Down', 'Down', 'Tab', 'C-u', 'use a folder', 'Enter']);
});

test.each(['Down', 'Tab', 'use a folder'])(
  'presses no more keys if someone else answers after %s',
  async (last) => {
    const terminal = new ScriptedTerminal((key, at) => {
      if (key === last) at.lines = undefined;
    });
    const answering = hands(terminal).answer({ decision: 'deny', message: 'use a folder' });
    await expect(answering).rejects.toBeInstanceOf(DialogGone);
    expect(terminal.pressed.at(-1)).toBe(last);
  },
);

test('presses no more keys if another dialog takes its place', async () => {
  const terminal = new ScriptedTerminal((key, at) => {
    if (key === 'Tab') at.lines = at.lines?.map((line) => line.replace('touch made.txt', 'touch other.txt'));
  });
  const answering = hands(terminal).answer({ decision: 'deny', message: 'use a folder' });
  await expect(answering).rejects.toBeInstanceOf(DialogGone);
  expect(terminal.pressed.at(-1)).toBe('Tab');
});

test('a deciding key without visible effect may still decide: presses nothing else and claims nothing', async () => {
  const terminal = new ScriptedTerminal((key, at) => {
    // Claude Code is stopped at this moment: the key waits in its terminal.
    if (!/^\d$/.test(key)) return;
    at.lines = screen(1);
    passTime();
  });
  await expect(hands(terminal).answer({ decision: 'allow' })).rejects.toBeInstanceOf(DialogUnsure);
  expect(terminal.pressed).toEqual(['1']);
});

test('a dialog that cannot be seen is not assumed gone', async () => {
  const terminal = new ScriptedTerminal((key, at) => {
    if (key !== 'Enter') return;
    at.dialogLines = async () => {
      throw new DialogStuck('Claude Code is stopped');
    };
    passTime();
  });
  const answering = hands(terminal).answer({ decision: 'deny', message: 'use a folder' });
  await expect(answering).rejects.toBeInstanceOf(DialogUnsure);
  expect(terminal.pressed.at(-1)).toBe('Enter');
});

test('does not press a number while someone types', async () => {
  const terminal = new ScriptedTerminal();
  const { keys } = hands(terminal);
  const dialog = (await keys.settle()) as PermissionDialog;
  terminal.lines = screen(4, 'half a senten');
  await expect(answerPermission(keys, dialog, interaction, { decision: 'allow' })).rejects.toBeInstanceOf(
    DialogStuck,
  );
  expect(terminal.pressed).toEqual([]);
});

test('does not send text that someone else extends', async () => {
  let looks = 0;
  const terminal = new ScriptedTerminal();
  const { keys } = hands(terminal);
  const dialog = (await keys.settle()) as PermissionDialog;
  const lines = terminal.dialogLines.bind(terminal);
  terminal.dialogLines = async () => {
    const shown = await lines();
    // Between the check of the text and the key, someone continues writing.
    if (terminal.pressed.includes('use a folder') && looks++ === 0) {
      terminal.lines = screen(4, 'use a folder and more');
    }
    return shown;
  };
  const answering = answerPermission(keys, dialog, interaction, {
    decision: 'deny',
    message: 'use a folder',
  });
  await expect(answering).rejects.toThrow(/someone is using/);
  expect(terminal.pressed.slice(-3)).toEqual(['use a folder', 'C-u', 'Tab']);
});

test('does not type the reason into what follows the dialog', async () => {
  let looks = 0;
  const terminal = new ScriptedTerminal();
  const { keys } = hands(terminal);
  const dialog = (await keys.settle()) as PermissionDialog;
  const lines = terminal.dialogLines.bind(terminal);
  terminal.dialogLines = async () => {
    const shown = await lines();
    // The field was empty; before the text arrives, someone answers.
    if (terminal.pressed.includes('C-u') && looks++ === 0) terminal.lines = undefined;
    return shown;
  };
  const answering = answerPermission(keys, dialog, interaction, {
    decision: 'deny',
    message: 'use a folder',
  });
  await expect(answering).rejects.toBeInstanceOf(DialogGone);
  expect(terminal.pressed.at(-1)).toBe('C-u');
});
