/**
 * Splits a list of tools as a person types it. Tools may contain commas and spaces in brackets: `Bash(git log
 * *),Edit`.
 */
export function splitTools(list: string): string[] {
  return list.match(/(?:\([^)]*\)|[^,\s(])+/g) ?? [];
}
