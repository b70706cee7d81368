/**
 * Asks a person at an editor through requests of the protocol. An answer from another client cancels them.
 */
import {
  type AgentContext,
  type CreateElicitationResponse,
  methods,
  type RequestPermissionRequest,
  type SendRequestOptions,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import type { EditorCapabilities } from '../editor-capabilities.ts';
import { toolText } from '../text-block.ts';
import type { EditorDialog } from './editor-dialog.ts';

export interface DialogPlace {
  readonly editor: AgentContext;
  readonly capabilities: EditorCapabilities;
  readonly sessionId: string;
  /** The tool call of the request, as the editor shows it. */
  readonly call: ToolCallUpdate;
  /** The id of a link in the editor's messages about it. */
  readonly interactionId: string;
  /** The request is over. */
  readonly signal: AbortSignal;
  readonly words: EditorDialog['words'];
}

export function requestDialog(place: DialogPlace): EditorDialog {
  const { editor, capabilities, sessionId, call, signal } = place;
  const { toolCallId } = call;
  const options: SendRequestOptions = { cancellationSignal: signal, stopWaitingOnCancel: true };
  const elicit = (form: object): Promise<CreateElicitationResponse> =>
    editor.request(methods.client.elicitation.create, { sessionId, toolCallId, ...form } as never, options);
  return {
    async choose({ title, text }, choices) {
      const content = [...(text === undefined ? [] : [toolText(text)]), ...(call.content ?? [])];
      const toolCall = { ...call, ...(title !== undefined && { title }), content };
      const request: RequestPermissionRequest = {
        sessionId,
        toolCall,
        options: choices.map(({ id, name, kind }) => ({ optionId: id, name, kind })),
      };
      const { outcome } = await editor.request(methods.client.session.requestPermission, request, options);
      return outcome.outcome === 'selected' ? outcome.optionId : undefined;
    },
    ...(capabilities.forms && {
      fill: (message, requestedSchema) => elicit({ mode: 'form', message, requestedSchema }),
    }),
    ...(capabilities.links && {
      open: (message, url) => elicit({ mode: 'url', message, url, elicitationId: place.interactionId }),
    }),
    words: place.words,
  };
}
