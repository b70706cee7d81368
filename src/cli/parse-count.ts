/** Parses a count from the command line. */
import { InvalidArgumentError } from 'commander';

export function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It must be a number above 0.');
}
