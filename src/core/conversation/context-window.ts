/** The size of a model's context. */

const USUAL_WINDOW = 200_000;
const LARGE_WINDOW = 1_000_000;

/**
 * No source reports the size of the window. `[1m]` in the model's name stands for the large one, and so does
 * a usage above the small one.
 */
export function contextWindow(model: string, used: number): number {
  return model.includes('[1m]') || used > USUAL_WINDOW ? LARGE_WINDOW : USUAL_WINDOW;
}
