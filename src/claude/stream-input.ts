/** The objects that Claude Code takes on stdin in stream-json. One that it does not expect ends the process. */

/** A prompt. A single text goes as a string: only then is a slash command one. The uuid makes a repetition harmless. */
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

/** Our answer to a request of Claude Code. */
export function controlResponse(requestId: string, response: Readonly<Record<string, unknown>>) {
  return { type: 'control_response', response: { subtype: 'success', request_id: requestId, response } };
}
