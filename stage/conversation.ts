/**
 * Reads a Messages API request from the model's point of view: the input of each turn.
 * Claude Code wraps the user's text in reminders and environment blocks (also with role `system`); those are omitted.
 */

export interface ToolResult {
  readonly toolUseId: string;
  readonly tool: string;
  readonly text: string;
  readonly isError: boolean;
}

/** The model's input between two of its own messages. */
export interface Hearing {
  /** The user's text, one entry per text block. */
  readonly said: readonly string[];
  readonly toolResults: readonly ToolResult[];
  /** All input, including reminders and system text. */
  readonly allText: string;
}

export interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly tool_use_id?: string;
  readonly content?: string | readonly ContentBlock[];
  readonly is_error?: boolean;
}

export interface MessagesRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly system?: string | readonly ContentBlock[];
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly ContentBlock[] }[];
}

/** The hearings of a request, oldest first; the model must now respond to the last one. */
export function readHearings(request: MessagesRequest): [Hearing, ...Hearing[]] {
  const toolNames = new Map<string, string>();
  const hearings: [ListeningHearing, ...ListeningHearing[]] = [new ListeningHearing()];
  for (const { role, content } of request.messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if (role === 'assistant') {
      for (const block of blocks) if (block.id && block.name) toolNames.set(block.id, block.name);
      hearings.push(new ListeningHearing());
    } else {
      const hearing = hearings.at(-1) as ListeningHearing;
      for (const block of blocks) hearing.listen(role, block, toolNames);
    }
  }
  return hearings;
}

class ListeningHearing implements Hearing {
  readonly said: string[] = [];
  readonly toolResults: ToolResult[] = [];
  allText = '';

  listen(role: string, block: ContentBlock, toolNames: ReadonlyMap<string, string>): void {
    const text = textOf(block);
    this.allText += `${text}\n`;
    if (block.type === 'tool_result') {
      const toolUseId = block.tool_use_id ?? '';
      const tool = toolNames.get(toolUseId) ?? '';
      this.toolResults.push({ toolUseId, tool, text, isError: block.is_error ?? false });
    } else if (block.type === 'text' && role === 'user' && !text.startsWith('<system-reminder>')) {
      this.said.push(text);
    }
  }
}

function textOf(block: ContentBlock): string {
  if (block.text !== undefined) return block.text;
  if (typeof block.content === 'string') return block.content;
  return (block.content ?? []).map(textOf).join('\n');
}
