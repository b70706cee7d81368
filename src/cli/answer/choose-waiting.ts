/** Several things wait, and a person at a terminal picks one. */

import { exactLine } from '../../lib/hidden-characters.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { nameOf, wants } from '../inbox/render-inbox.ts';
import type { SessionPlaces } from '../inbox/session-places.ts';
import { chooseStyle } from '../terminal/style.ts';
import { ageOf } from '../terminal/words.ts';
import { Left } from './dialog.ts';
import { TerminalDialog } from './terminal-dialog.ts';

/** Undefined when none is picked. */
export async function chooseWaiting(
  waiting: readonly Interaction[],
  places: SessionPlaces,
): Promise<Interaction | undefined> {
  const { stdin: input, stdout: output, env } = process;
  await places.learn(waiting.map(({ session_id }) => session_id));
  const style = chooseStyle(output, env);
  const dialog = new TerminalDialog({ input, output, style, env, signal: new AbortController().signal });
  const choices = waiting.map((value) => {
    const place = places.of(value.session_id);
    const label = `${nameOf(place, value.session_id)} · ${ageOf(value.opened_at, Date.now())} · ${wants(value, place)}`;
    return { value, label: exactLine(label) };
  });
  try {
    return (await dialog.choose({ title: `${waiting.length} wait for you`, choices }))?.value;
  } catch (error) {
    if (error instanceof Left) return undefined;
    throw error;
  }
}
