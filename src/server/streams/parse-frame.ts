/** The JSON in a frame of a WebSocket. */
import { parseJson } from '../../lib/parse-json.ts';
import { ReinsError } from '../../protocol/errors.ts';

/** Throws `invalid_request`. */
export function parseFrame(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ReinsError('invalid_request', 'A frame must be one JSON object.');
  }
}
