/** Prepares text for pasting into a field of a dialog: control characters would act as keys, and tabs are shown as spaces. */

export function toFieldText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim();
}
