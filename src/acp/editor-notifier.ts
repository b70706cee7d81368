/** Sends updates about one session to the editor. */
import { randomUUID } from 'node:crypto';
import { type AgentContext, methods, type SessionUpdate } from '@agentclientprotocol/sdk';
import { textBlock } from './text-block.ts';

export class EditorNotifier {
  readonly #editor: AgentContext;
  readonly #sessionId: string;

  constructor(editor: AgentContext, sessionId: string) {
    this.#editor = editor;
    this.#sessionId = sessionId;
  }

  /** Resolves when the editor has accepted them. Does nothing if the editor has disconnected. */
  async send(updates: readonly SessionUpdate[]): Promise<void> {
    const sessionId = this.#sessionId;
    for (const update of updates) {
      await this.#editor.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
    }
  }

  /** A message from Reins itself. */
  async say(text: string): Promise<void> {
    const content = textBlock(text);
    await this.send([{ sessionUpdate: 'agent_message_chunk', content, messageId: randomUUID() }]);
  }
}
