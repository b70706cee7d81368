/** The line at the bottom of a dialog that names keys, wrapped if the terminal is narrow. */

/**
 * The text below a dialog's rows; undefined if there is more than one paragraph, since the dialog is then not last on the
 * screen.
 */
export function readFooter(lines: readonly string[]): string | undefined {
  const text = lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
  return text.includes('\n\n') ? undefined : text.replace(/\n/g, ' ');
}
