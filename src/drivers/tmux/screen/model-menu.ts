/** The menu that `/model` opens, and the question that may follow a choice (2.1.325). */

export interface ModelRow {
  /** Its first word in lower case, such as `default`, `opus`. */
  readonly name: string;
  readonly isMarked: boolean;
}

const ROW = /^ *(❯)? *\d+\. (\S+)/;

/** Undefined if the menu is not on the screen. */
export function readModelMenu(lines: readonly string[]): ModelRow[] | undefined {
  const title = lines.findLastIndex((line) => line.trim() === 'Select model');
  if (title === -1 || !lines.some((line) => line.includes('s to use this session only'))) return undefined;
  return lines.slice(title).flatMap((line) => {
    const [, mark, name] = ROW.exec(line) ?? [];
    return name ? [{ name: name.toLowerCase(), isMarked: mark !== undefined }] : [];
  });
}

/** Claude Code asks if switching means reading the conversation again. */
export function asksToSwitch(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() === 'Switch model?');
}
