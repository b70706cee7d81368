/** Characters that make a text look different from what a program reads. */

/**
 * Control and format characters, lone surrogates, unassigned ones, every space other than the plain one, and
 * characters that fonts do not show.
 */
const STRANGE = /[^\P{C}\n\t]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}|\u2800/u;

/** Undefined if there is none; otherwise a printable name for it. */
export function findUnusualCharacter(text: string): string | undefined {
  const found = STRANGE.exec(text)?.[0];
  if (found === undefined) return undefined;
  return `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
