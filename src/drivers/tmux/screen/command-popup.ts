/** The list that Claude Code shows beside its input box while it contains the name of a command (2.1.325). */
import type { InputBox } from './input-box.ts';

const ROW = /^ {2}(?:❯ | {2})\/(\S+)(?: \(([^)]+)\))?(?: |$)/;
/** A long description continues below its start. */
const MORE = /^ {20,}\S/;

/** Whether Claude Code knows a command of that name, such as `/compact`; undefined while it shows no list. */
export function knowsCommand({ above, footer }: InputBox, command: string): boolean | undefined {
  const end = above.findLastIndex((line) => !ROW.test(line) && !MORE.test(line));
  // The list is above the box, or below it if there is more space.
  const rows = [...above.slice(end + 1), ...footer].flatMap((line) => {
    const [, name, alias] = ROW.exec(line) ?? [];
    return name ? [name, alias] : [];
  });
  if (rows.length > 0) return rows.includes(command.slice(1));
  const isNone = [above.at(-1), ...footer].some((line) => line?.trim() === `No commands match "${command}"`);
  return isNone ? false : undefined;
}
