/** Copies text. Browsers offer the clipboard only over HTTPS and on the hub's own machine; elsewhere a selection is copied. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  // A modal dialog makes everything outside of it unselectable.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
