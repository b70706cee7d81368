/** Text of unknown origin made safe to print: whole, on one line, and as JSON. */
import { cleanLine, cleanText } from '../../lib/clean-text.ts';

export { cleanLine, cleanText };

/** JSON escapes C0 by itself; DEL and C1, which a terminal may obey, are escaped here. Means the same to a parser. */
export function cleanJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
