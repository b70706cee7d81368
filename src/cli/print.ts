/** What commands print on standard output: JSON for programs, clean of what a terminal might obey. */
import { cleanJson } from './terminal/clean-text.ts';

export function printJson(value: unknown): void {
  console.log(cleanJson(JSON.stringify(value, null, 2)));
}

/** One value per line; waits until the reader has taken it, so that a slow pipe does not fill our memory. */
export async function printLine(line: string): Promise<void> {
  if (process.stdout.write(`${line}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
