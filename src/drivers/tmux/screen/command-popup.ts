/** The list that Claude Code shows beside its input box while the name of a command stands in it (2.1.325). */
import type { InputBox } from './input-box.ts';

const ROW = /^ {2}(?:❯ | {2})\/(\S+)(?: \(([^)]+)\))?(?: |$)/;
/** A long description goes on under its beginning. */
const MORE = /^ {20,}\S/;

/** Whether Claude Code knows a command of that name, such as `/compact`; undefined while it shows no list. */
export function knowsCommand({ above, footer }: InputBox, command: string): boolean | undefined {
  const end = above.findLastIndex((line) => !ROW.test(line) && !MORE.test(line));
  // The list stands above the box, or below it where there is more room.
  const rows = [...above.slice(end + 1), ...footer].flatMap((line) => {
    const [, name, alias] = ROW.exec(line) ?? [];
    return name ? [name, alias] : [];
  });
  if (rows.length > 0) return rows.includes(command.slice(1));
  const isNone = [above.at(-1), ...footer].some((line) => line?.trim() === `No commands match "${command}"`);
  return isNone ? false : undefined;
}
