/** What commands print on standard output: JSON for programs, without characters that a terminal might interpret. */
import { cleanJson } from './terminal/clean-text.ts';

export function printJson(value: unknown): void {
  console.log(cleanJson(JSON.stringify(value, null, 2)));
}

/** One value per line. */
export function printLine(line: string): Promise<void> {
  return printText(`${line}\n`);
}

/** Waits until the reader has consumed it, so that a slow pipe does not fill our memory. */
export async function printText(text: string): Promise<void> {
  if (text === '' || process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
