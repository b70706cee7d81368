/** Makes text of unknown origin safe to print: in full, on one line, and as JSON. */
import { cleanLine, cleanText } from '../../lib/clean-text.ts';

export { cleanLine, cleanText };

/** JSON escapes C0 itself; DEL and C1, which a terminal may interpret, are escaped here. A parser reads the same value. */
export function cleanJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
