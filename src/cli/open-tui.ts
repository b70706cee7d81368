/** The terminal UI in the terminal of this command, with everything it needs of it. */
import { WebSocket } from 'ws';
import type { Connection } from '../sdk-node/find-hub.ts';
import { runTui, type TuiOptions } from '../tui/run-tui.ts';
import { stopSignal } from './stop-signal.ts';
import { keepDrafts, readDrafts } from './terminal/kept-drafts.ts';
import { chooseStyle } from './terminal/style.ts';

/** `mouse`: undefined leaves the choice to the environment. */
export function openTui(
  { address }: Connection,
  { mouse, ...begin }: Pick<TuiOptions, 'session' | 'answering'> & { readonly mouse?: boolean },
) {
  const { env, stdin: input, stdout: output } = process;
  const drafts = readDrafts(env);
  return runTui({
    drafts,
    ...begin,
    mouse: mouse ?? env['REINS_TUI_MOUSE'] !== 'off',
    address,
    input,
    output,
    signal: stopSignal(),
    style: chooseStyle(output, env),
    folder: process.cwd(),
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    attach: async (id) => void (await (await import('./commands/attach.ts')).attach(id, {})),
    editText: async (text) => (await import('./terminal/edit-text.ts')).editText(text, 'words.md', env),
  }).finally(() => keepDrafts(env, drafts));
}
