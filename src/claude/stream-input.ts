/** The objects that Claude Code accepts on stdin in stream-json. An unexpected one ends the process. */

/** A prompt. A single text is sent as a string: only then are slash commands recognized. The uuid makes repetition harmless. */
export function userMessage(uuid: string, content: readonly { readonly type: string }[]) {
  const [first] = content;
  const isText = content.length === 1 && first?.type === 'text' && 'text' in first;
  const message = { role: 'user', content: isText ? first.text : content };
  return { type: 'user', message, uuid };
}

export interface ControlRequest {
  readonly subtype: string;
  readonly [field: string]: unknown;
}

export function controlRequest(requestId: string, request: ControlRequest) {
  return { type: 'control_request', request_id: requestId, request };
}

/** Our response to a request from Claude Code. */
export function controlResponse(requestId: string, response: Readonly<Record<string, unknown>>) {
  return { type: 'control_response', response: { subtype: 'success', request_id: requestId, response } };
}
