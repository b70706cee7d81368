/** Slack's published limits for blocks and views, and cutting text to them. */

export const LIMITS = {
  messageBlocks: 50,
  viewBlocks: 100,
  /** Slack refuses more in one message although no limit is documented for the sum; observed at 13,200. */
  blocksText: 10_000,
  text: 3000,
  header: 150,
  button: 75,
  option: 75,
  options: 100,
  /** Radio buttons and checkboxes; menus take more. */
  visibleOptions: 10,
  actions: 25,
  contextElements: 10,
  label: 2000,
  hint: 2000,
  input: 3000,
  modalTitle: 24,
  privateMetadata: 3000,
  /** The text of a notification; the blocks are what people read. */
  fallback: 3000,
} as const;

/** At most this many characters, without half a character at the end. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(0, most - 1);
  return `${/[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end}…`;
}

/** Pieces of at most this many characters, cut at line breaks where possible. */
export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.length <= most ? rest.length : cutPlace(rest, most);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).replace(/^\n+/, '');
  }
  return pieces.filter((piece) => piece !== '');
}

function cutPlace(text: string, most: number): number {
  const line = text.lastIndexOf('\n', most);
  if (line > most / 2) return line;
  return /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
}
