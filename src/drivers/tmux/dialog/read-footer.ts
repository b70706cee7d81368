/** The line at the foot of a dialog that names keys, wrapped where the terminal is narrow. */

/** What stands below a dialog's rows; undefined when it is more than one paragraph, so that the dialog is not the last thing. */
export function readFooter(lines: readonly string[]): string | undefined {
  const text = lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
  return text.includes('\n\n') ? undefined : text.replace(/\n/g, ' ');
}
