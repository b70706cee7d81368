/** Characters that make a text look different from what a program makes of it. */

/** Control and format characters, lone surrogates, unassigned ones, every blank that is not a plain one, and what fonts leave out. */
const STRANGE = /[^\P{C}\n\t]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}|\u2800/u;

/** Undefined when there is none; otherwise a name for it that is safe to print. */
export function findStrangeCharacter(text: string): string | undefined {
  const found = STRANGE.exec(text)?.[0];
  if (found === undefined) return undefined;
  return `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
