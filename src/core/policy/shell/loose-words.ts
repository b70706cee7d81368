/** The words of a line that is not understood: every word that a shell might see there, and some that it would not. */

const SEPARATORS = /[\s;&|<>(){}$`=,]+/;

/** Two readings: with quotes and backslashes taken off, and with quotes as ends of words. */
export function looseWords(line: string): string[][] {
  const spaced = line.replace(/\$\{?IFS\}?/g, ' ').replace(/\\\n/g, '');
  return [spaced.replace(/['"\\]/g, ''), spaced.replace(/['"\\]/g, ' ')].map((text) =>
    text.split(SEPARATORS).filter((word) => word !== ''),
  );
}
