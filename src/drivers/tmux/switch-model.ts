/**
 * Changes the model of a session in a terminal. `/model NAME` also makes it the person's default for new sessions, so the
 * menu is used if it contains the name: it can change the model of this session only (2.1.325).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ReinsError } from '../../protocol/errors.ts';
import type { ClaudePane } from './claude-pane.ts';
import { asksToSwitch, type ModelRow, readModelMenu } from './screen/model-menu.ts';

/** A dialog ignores keys in its first moments. */
const DIALOG_DEAF_MS = 300;

export interface ModelSwitch {
  /** Claude Code has also made it the default for new sessions. */
  readonly isDefaultNow: boolean;
}

export function switchModel(pane: ClaudePane, model: string): Promise<ModelSwitch> {
  return pane.exclusively(async () => {
    await pane.submit('/model');
    const rows = await pane.waitFor(({ lines }) => readModelMenu(lines));
    if (!rows) throw notSwitched(model);
    if (rows.some(({ name }) => name === model.toLowerCase())) {
      await moveTo(pane, rows, model.toLowerCase());
      await pane.press('s');
      await confirm(pane, model);
      return { isDefaultNow: false };
    }
    await pane.press('Escape');
    await pane.waitFor(({ box }) => box);
    await pane.submit(`/model ${model.replace(/\s+/g, ' ')}`);
    await confirm(pane, model);
    return { isDefaultNow: true };
  });
}

async function moveTo(pane: ClaudePane, rows: readonly ModelRow[], model: string): Promise<void> {
  const marked = ({ lines }: { lines: readonly string[] }) =>
    readModelMenu(lines)?.find(({ isMarked }) => isMarked)?.name;
  let current = rows.find(({ isMarked }) => isMarked)?.name;
  for (let presses = 0; current !== model && presses < rows.length; presses += 1) {
    await pane.press('Down');
    const before = current;
    current = await pane.waitFor((screen) => {
      const now = marked(screen);
      return now === before ? undefined : now;
    });
  }
  if (current !== model) throw notSwitched(model);
}

/** Confirms the switch in Claude Code's dialog: the caller has already decided. */
async function confirm(pane: ClaudePane, model: string): Promise<void> {
  const next = await pane.waitFor(({ box, lines }) => (asksToSwitch(lines) ? 'asks' : box && 'done'));
  if (next === 'asks') {
    await delay(DIALOG_DEAF_MS);
    await pane.press('1');
  }
  if (!(await pane.waitFor(({ box }) => box))) throw notSwitched(model);
}

function notSwitched(model: string): ReinsError {
  return new ReinsError(
    'run_not_responding',
    `The terminal did not switch to the model "${model}". Look at it, and type "/model ${model}" there.`,
  );
}
