/** A slash command and its output. */
import { commandOutput } from '../conversation/command-output.ts';
import { codeBlocks } from './blocks.ts';
import type { ItemKind } from './item-kind.ts';

export const COMMAND: ItemKind<'command'> = {
  page: ({ name, args, output = '' }) => ({
    shape: 'command',
    line: `${name} ${args}`,
    output: commandOutput(output),
  }),
  terminal: ({ name, args, output = '' }) => ({
    shape: 'said',
    who: 'you',
    text: `${name} ${args}`.trim(),
    output: output.trim(),
    isApart: false,
  }),
  watch: ({ at, name, args, output }) => {
    if (name === '') return undefined;
    const line = slashed(name, args);
    return { at, label: 'you', text: output ? `${line}\n${output}` : line, paint: 'quiet', whole: true };
  },
  export: ({ at, name, args, output = '' }) =>
    name === '' ? undefined : { kind: 'you', at, title: slashed(name, args), blocks: codeBlocks(output) },
  editor: ({ id, name, args, output }) => [
    { from: 'user', id, text: `${name} ${args}`.trim() },
    ...(output ? [{ from: 'agent', id: `${id}:output`, text: output } as const] : []),
  ],
  model: () => undefined,
};

function slashed(name: string, args: string): string {
  return [name.startsWith('/') ? name : `/${name}`, args].filter(Boolean).join(' ');
}
