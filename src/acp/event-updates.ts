/**
 * Turns events of a session into updates for an editor: streamed text, tool calls, prompts by others.
 * Remembers what the editor has received; otherwise pure.
 */
import type { SessionUpdate, ToolCall } from '@agentclientprotocol/sdk';
import { reduceItem } from '../core/reduce-item.ts';
import type { Item, ItemOf } from '../protocol/conversation.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { TextDelta } from '../protocol/live.ts';
import type { Message } from '../protocol/messages.ts';
import { AgentProgress } from './agent-progress.ts';
import { ContextUse } from './context-use.ts';
import type { EditorCapabilities } from './editor-capabilities.ts';
import { chunk } from './item-updates.ts';
import { PromptUpdates } from './prompt-updates.ts';
import { StreamedTexts } from './streamed-texts.ts';
import { textBlock, toolText } from './text-block.ts';
import { isTaskNote, toolCallOf } from './tools/tool-call.ts';

interface Start {
  readonly cwd: string;
  readonly capabilities: EditorCapabilities;
  /** Calls that the editor knows and that have no result yet. */
  readonly running: readonly ItemOf<'tool'>[];
  /** Prompts that are on their way. */
  readonly messages: readonly Message[];
  readonly costUsd?: number | undefined;
}

export class EventUpdates {
  readonly prompts: PromptUpdates;
  readonly #cwd: string;
  readonly #capabilities: EditorCapabilities;
  readonly #texts = new StreamedTexts();
  readonly #agents = new AgentProgress();
  readonly #context: ContextUse;
  /** Calls without a result. */
  readonly #tools = new Map<string, Item>();
  /** Calls that the editor knows, and whether each has its result. */
  readonly #calls = new Map<string, 'asked' | 'running' | 'over'>();

  constructor({ cwd, capabilities, running, messages, costUsd }: Start) {
    this.prompts = new PromptUpdates(messages);
    this.#cwd = cwd;
    this.#capabilities = capabilities;
    this.#context = new ContextUse(costUsd);
    for (const item of running) {
      this.#tools.set(item.tool_use_id, item);
      this.#calls.set(item.tool_use_id, 'running');
    }
  }

  delta(delta: TextDelta): SessionUpdate[] {
    return this.#texts.delta(delta);
  }

  /** A call that needs permission; its own event may come later, or never. */
  ask(call: ToolCall): SessionUpdate[] {
    if (this.#calls.has(call.toolCallId)) return [];
    this.#calls.set(call.toolCallId, 'asked');
    return [{ sessionUpdate: 'tool_call', ...call }];
  }

  /**
   * The request is over, so the editor must not show it as pending any more. `hasCall`: there is a call that
   * continues now.
   */
  answered(toolCallId: string, hasCall: boolean, words?: string): SessionUpdate[] {
    if (this.#calls.get(toolCallId) === 'over') return [];
    const status = hasCall ? 'in_progress' : 'completed';
    const content = words === undefined ? {} : { content: [toolText(words)] };
    return [{ sessionUpdate: 'tool_call_update', toolCallId, status, ...content }];
  }

  event(event: ReinsEvent): SessionUpdate[] {
    const beside = [...this.#agents.event(event, this.#cwd), ...this.#context.event(event)];
    const isMain = event.agent_id === undefined;
    const reported = isMain ? [...this.prompts.event(event), ...this.#main(event)] : this.#inSubagent(event);
    return [...reported, ...beside];
  }

  /** Of the calls of subagents, only those with a request are sent. */
  #inSubagent(event: ReinsEvent): SessionUpdate[] {
    const isCall = event.type === 'tool_started' || event.type === 'tool_finished';
    return isCall && this.#calls.has(event.tool_use_id) ? this.#tool(event) : [];
  }

  #main(event: ReinsEvent): SessionUpdate[] {
    const { item = '' } = event;
    switch (event.type) {
      case 'command_printed':
        return [chunk({ from: 'agent', id: `${item}:output`, text: event.text })];
      case 'assistant_text':
        return this.#texts.finish(item, event.text, 'agent_message_chunk');
      case 'assistant_thinking':
        return this.#texts.finish(item, event.text, 'agent_thought_chunk');
      case 'tool_started':
      case 'tool_finished':
        return this.#tool(event);
      case 'api_failed':
        return [chunk({ from: 'agent', id: item, text: event.message })];
      case 'api_retried':
        return this.#notice('warning', `API request ${event.attempt} failed. Retrying.`, event.error);
      case 'warning_raised':
        return this.#capabilities.notices
          ? this.#notice('warning', event.message)
          : [chunk({ from: 'agent', id: `warning:${event.seq}`, text: event.message })];
      case 'compacted':
      case 'compaction_summarised':
        return this.#compaction(event);
      default:
        return [];
    }
  }

  #tool(event: ReinsEvent<'tool_started' | 'tool_finished'>): SessionUpdate[] {
    const { tool_use_id: id } = event;
    const item = reduceItem(this.#tools.get(id), event);
    if (item?.kind !== 'tool') return [];
    if (item.finished_at !== undefined && item.name !== '') this.#tools.delete(id);
    else this.#tools.set(id, item);
    // A result without its call is not enough to show.
    if (item.name === '' || (isTaskNote(item.name) && !item.is_error)) return [];
    const call = toolCallOf(item, this.#cwd);
    const isKnown = this.#calls.has(id);
    this.#calls.set(id, item.finished_at === undefined ? 'running' : 'over');
    return [
      isKnown ? { sessionUpdate: 'tool_call_update', ...call } : { sessionUpdate: 'tool_call', ...call },
    ];
  }

  #notice(severity: string, title: string, description?: string): SessionUpdate[] {
    if (!this.#capabilities.notices) return [];
    return [{ sessionUpdate: 'notice', severity, title, ...(description && { description }) }];
  }

  #compaction(event: ReinsEvent<'compacted' | 'compaction_summarised'>): SessionUpdate[] {
    if (!this.#capabilities.compactions) return [];
    const summary = event.type === 'compacted' ? {} : { summary: [textBlock(event.text)] };
    const compactionId = event.item ?? event.uuid;
    return [{ sessionUpdate: 'compaction_update', compactionId, status: 'completed', ...summary }];
  }
}
