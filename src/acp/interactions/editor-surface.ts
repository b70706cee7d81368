/** Shows the requests of a session at the editor: a pending call, its dialog, and its end. */
import type { AgentContext, ToolCall } from '@agentclientprotocol/sdk';
import { interactionText } from '../../core/wording/interaction-text.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Client } from '../../sdk/client.ts';
import type { EditorCapabilities } from '../editor-capabilities.ts';
import type { EditorNotifier } from '../editor-notifier.ts';
import type { EventUpdates } from '../event-updates.ts';
import { toolCallOf } from '../tools/tool-call.ts';
import type { InteractionSurface } from './editor-interactions.ts';
import { requestDialog } from './request-dialog.ts';

export interface SurfaceOptions {
  readonly client: Client;
  readonly editor: AgentContext;
  readonly capabilities: EditorCapabilities;
  /** The id that the editor knows. */
  readonly sessionId: string;
  readonly notifier: EditorNotifier;
  /** The editor's current state and the session's current folder. */
  readonly updates: () => EventUpdates;
  readonly cwd: () => string;
  /** The person's next message. */
  readonly words: (hint: string, signal: AbortSignal) => Promise<string>;
}

export function editorSurface(options: SurfaceOptions): InteractionSurface {
  const { client, editor, capabilities, sessionId, notifier, updates, cwd } = options;
  return {
    client,
    send: (words) => notifier.say(words),
    async dialog(interaction, signal) {
      const call = askedCall(interaction, cwd());
      await notifier.send(updates().ask(call));
      const words = (hint: string) => options.words(hint, signal);
      return requestDialog({
        editor,
        capabilities,
        sessionId,
        call,
        signal,
        words,
        interactionId: interaction.id,
      });
    },
    async over({ id, tool_use_id }: Interaction, words?: string) {
      // Without notices, the call itself shows who decided.
      const inCall = capabilities.notices ? undefined : words;
      await notifier.send(updates().answered(tool_use_id ?? id, tool_use_id !== undefined, inCall));
      if (capabilities.notices && words !== undefined) {
        await notifier.send([{ sessionUpdate: 'notice', severity: 'info', title: words }]);
      }
    },
  };
}

/** The call of a request, as the editor shows it. A request without a call gets its own. */
function askedCall(interaction: Interaction, cwd: string): ToolCall {
  const { id, tool_use_id = id, tool_name, input } = interaction;
  const call = toolCallOf({ tool_use_id, name: tool_name ?? '', input }, cwd);
  const title = tool_name === undefined ? { title: interactionText(interaction, cwd).line } : {};
  return { ...call, ...title, status: 'pending' };
}
