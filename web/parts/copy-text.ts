/**
 * Copies text. Browsers offer the clipboard only over HTTPS and on the hub's own machine, and may refuse it; then a selection
 * is copied.
 */
export async function copyText(text: string): Promise<void> {
  try {
    if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed, or the page is not in focus.
  }
  const field = document.createElement('textarea');
  field.value = text;
  // A modal dialog makes everything outside of it unselectable.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
