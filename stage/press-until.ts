/** Presses a key in a dialog of Claude Code, which ignores keys in its first moments. */
import { setTimeout as delay } from 'node:timers/promises';
import { patienceMs, waitUntil } from './patience.ts';

/** Longer than a new dialog ignores keys. */
const DEAF_MS = 300;

/** How long an accepted key may take to have an effect: longer on a slow machine. */
const effectMs = () => patienceMs() / 6;

/** Presses again only if there was certainly no effect: a key that is merely slow would count twice. */
export async function pressUntil(
  what: string,
  isDone: () => boolean | Promise<boolean>,
  press: () => Promise<unknown>,
  options: Parameters<typeof waitUntil>[2] = {},
): Promise<void> {
  let pressedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    if (await isDone()) return true;
    if (performance.now() - pressedAt < effectMs()) return false;
    await delay(DEAF_MS);
    await press();
    pressedAt = performance.now();
    return false;
  };
  await waitUntil(what, look, options);
}
