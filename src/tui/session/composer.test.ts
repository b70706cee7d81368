import { expect, test } from 'vitest';
import { readKeys } from '../../lib/read-keys.ts';
import { Composer, type ComposerContext } from './composer.ts';

const IDLE = { isBusy: false, canSteer: true, canInterrupt: true, isRelayed: false };
const BUSY = { ...IDLE, isBusy: true };

function composing() {
  const nothing = async () => ({ items: [] });
  const client = { commands: nothing, files: nothing };
  const composer = new Composer('', { sessionId: 's1', onChange: () => {}, client });
  return (keys: string, context: ComposerContext) =>
    readKeys(keys)
      .map((key) => composer.press(key, context))
      .at(-1);
}

test('a chosen delivery holds when the turn ends before Enter', () => {
  const write = composing();
  write('stop that\t\t', BUSY);
  expect(write('\r', IDLE)).toEqual({ text: 'stop that', when: 'now' });
});

test('a message for a host that is offline waits, whatever was chosen before', () => {
  const write = composing();
  write('stop that\t\t', BUSY);
  expect(write('\r', { ...IDLE, awayHost: 'laptop' })).toEqual({ text: 'stop that', when: 'queue' });
});
