/** Colours by meaning, or none if they are unwanted. */

export type Paint = (text: string) => string;

export interface Style {
  readonly strong: Paint;
  readonly quiet: Paint;
  readonly waits: Paint;
  readonly runs: Paint;
  readonly fails: Paint;
  readonly informs: Paint;
}

const ansi = (code: number, end: number) => (text: string) =>
  text === '' ? '' : `\u001b[${code}m${text}\u001b[${end}m`;

export const COLOURED: Style = {
  strong: ansi(1, 22),
  quiet: ansi(90, 39),
  waits: ansi(33, 39),
  runs: ansi(32, 39),
  fails: ansi(31, 39),
  informs: ansi(34, 39),
};

const asItIs: Paint = (text) => text;
export const PLAIN: Style = {
  strong: asItIs,
  quiet: asItIs,
  waits: asItIs,
  runs: asItIs,
  fails: asItIs,
  informs: asItIs,
};

/** Colours at a terminal, unless NO_COLOR is set. */
export function chooseStyle(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  return stream.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? COLOURED : PLAIN;
}
