/** A list of tools as a person types it. Tools may have commas and spaces inside brackets: `Bash(git log *),Edit`. */
export function splitTools(list: string): string[] {
  return list.match(/(?:\([^)]*\)|[^,\s(])+/g) ?? [];
}
