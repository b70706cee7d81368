/**
 * The conversation of a session whose transcript cannot be read here, from its hooks alone: prompts, Claude's
 * text, results, failures, aborted turns, compactions, subagents. Pure, given the arrival time of each hook;
 * one per session. Does not repeat the facts of readHook.
 */

import type { HookPayload } from '../claude/hook-payload.ts';
import type { Draft } from '../core/draft.ts';
import { queueLoss } from '../core/wording/queue-loss.ts';
import { type HookFact, placeBefore } from './hook-fact.ts';
import { HookTexts } from './hook-texts.ts';
import { isMachineMade } from './machine-made.ts';
import { titleOf } from './prompt-title.ts';
import { ofThread } from './thread.ts';
import { ToolResults } from './tool-results.ts';

/** Turns whose late hooks are still recognized. */
const REMEMBERED_TURNS = 20;
/** The end of a turn may arrive this long after the next event. */
const LATE_END_MS = 2500;

export class HookConversation {
  readonly #texts = new HookTexts();
  readonly #results = new ToolResults();
  readonly #endedTurns = new Set<string>();
  /** Turns that were followed by another event, and since when their end is missing. */
  readonly #unended = new Map<string, number>();
  readonly #agentStarts = new Map<string, number>();
  #isTitled: boolean;
  #running: string | undefined;
  /** Prompts that were sent while a turn ran: they join it with the next results, or become the next turn. */
  #queue: string[] = [];
  /** Start times of the main thread's calls that have no results yet. */
  #callsSince: number | undefined;

  /** `isTitled`: the session already has a title, so its next prompt does not become one. */
  constructor({ isTitled }: { readonly isTitled: boolean }) {
    this.#isTitled = isTitled;
  }

  read(payload: HookPayload, at: number): Draft[] {
    const isOfAgent = payload.agent_id !== undefined;
    const facts = [...(isOfAgent ? [] : this.#noticeTurn(payload, at)), ...this.#report(payload, at)];
    return draftsOf(facts, at, IN_THREAD.has(payload.hook_event_name) ? payload.agent_id : undefined);
  }

  /** When `settle` is due. Undefined if nothing waits. */
  get settlesAt(): number | undefined {
    const [missed] = this.#unended.values();
    const due = [this.#results.unrunAt, missed && missed + LATE_END_MS].filter((at) => at !== undefined);
    return due.length > 0 ? Math.min(...due) : undefined;
  }

  /** The facts that follow from the absence of further hooks. */
  settle(now: number): Draft[] {
    const unrun = this.#results.takeUnrun(now).flatMap(({ facts, agentId }) => draftsOf(facts, now, agentId));
    const unended = [...this.#unended].filter(([, since]) => since + LATE_END_MS <= now);
    return [
      ...unrun,
      ...unended.flatMap(([promptId, since]) => draftsOf(this.#interrupted(promptId), since - 1, undefined)),
    ];
  }

  #report(payload: HookPayload, at: number): HookFact[] {
    const { agent_id, tool_use_id } = payload;
    switch (payload.hook_event_name) {
      case 'SessionStart':
        return this.#begin(payload, at);
      case 'UserPromptSubmit':
        return agent_id === undefined ? this.#prompt(payload, at) : [];
      case 'MessageDisplay':
        return this.#texts.display(payload, at, this.#callsSince);
      case 'PreToolUse':
        if (tool_use_id !== undefined) this.#results.begun(tool_use_id);
        if (agent_id === undefined) this.#callsSince ??= at;
        return [];
      case 'PostToolUse':
      case 'PostToolUseFailure':
        return [...this.#results.done(payload), ...this.#describeAgent(payload, at)];
      case 'PostToolBatch':
        return [
          ...this.#results.batch(payload, at),
          ...(agent_id === undefined ? this.#resultsCame(payload, at) : []),
        ];
      case 'Stop':
        return this.#end(payload, (id) => this.#texts.turnEnded(id, payload.last_assistant_message));
      case 'StopFailure':
        return this.#end(payload, (id) => [...this.#texts.brokenOff(id), failure(id, payload)]);
      case 'SubagentStart':
        if (agent_id !== undefined) this.#agentStarts.set(agent_id, at);
        return [];
      case 'SubagentStop':
        return lastText(payload, at);
      case 'PostCompact':
        return compaction(payload, at);
      case 'Notification':
        if (payload.notification_type === 'idle_prompt') this.#missEnd(at);
        return [];
      case 'SessionEnd':
        this.#missEnd(at);
        return [];
      default:
        return [];
    }
  }

  /** A new process does not restore the queue of the one before. */
  #begin({ source }: HookPayload, at: number): HookFact[] {
    if (source !== 'startup' && source !== 'resume') return [];
    const words = this.#queue.splice(0);
    const lost = words.filter((text) => !isMachineMade(text));
    return [
      ...words.flatMap(unqueued),
      ...(lost.length > 0 ? [{ ...queueLoss(lost), key: `queue-lost:${at}` }] : []),
    ];
  }

  /** No hook reports a queued prompt when its turn comes: the first sign of it is the new id. */
  #noticeTurn({ hook_event_name, prompt_id }: HookPayload, at: number): HookFact[] {
    if (!SIGNS_OF_A_TURN.has(hook_event_name) || prompt_id === undefined) return [];
    if (prompt_id === this.#running || this.#endedTurns.has(prompt_id)) return [];
    this.#running = prompt_id;
    if (this.#queue.length === 0) return [];
    const words = this.#queue.splice(0);
    return [
      ...words.flatMap(unqueued),
      this.#submitted(prompt_id, prompt_id, words.join('\n'), { position: placeBefore(at) }),
    ];
  }

  #prompt({ prompt = '', prompt_id }: HookPayload, at: number): HookFact[] {
    const id = prompt_id ?? `at-${at}`;
    if (id === this.#running) {
      this.#queue.push(prompt);
      return isMachineMade(prompt) ? [] : [{ type: 'prompt_queued', text: prompt }];
    }
    this.#missEnd(at);
    this.#running = id;
    return [this.#submitted(id, id, prompt)];
  }

  #submitted(
    uuid: string,
    promptId: string,
    text: string,
    { origin, position }: { readonly origin?: string; readonly position?: number } = {},
  ): HookFact {
    const from = isMachineMade(text) ? 'task-notification' : (origin ?? 'human');
    const isFirst = !this.#isTitled && from === 'human';
    if (isFirst) this.#isTitled = true;
    const key = `prompt:${uuid}`;
    return {
      type: 'prompt_submitted',
      key,
      item: key,
      prompt_id: promptId,
      uuid,
      text,
      origin: from,
      images: 0,
      ...(position !== undefined && { position }),
      ...(isFirst && { observed: { title: titleOf(text), title_rank: 0 } }),
    };
  }

  /** Queued prompts go to Claude with the results. */
  #resultsCame({ prompt_id = '' }: HookPayload, at: number): HookFact[] {
    this.#texts.resultsCame();
    this.#callsSince = undefined;
    return this.#queue
      .splice(0)
      .flatMap((text, index) => [
        ...unqueued(text),
        this.#submitted(`${prompt_id}:${at + index}`, prompt_id, text, { origin: 'folded' }),
      ]);
  }

  #end({ prompt_id }: HookPayload, report: (promptId: string) => HookFact[]): HookFact[] {
    if (prompt_id === undefined) return [];
    this.#unended.delete(prompt_id);
    this.#noteEnd(prompt_id);
    return report(prompt_id);
  }

  /** No hook reports an interrupt: it is recognized by the next event while a turn seems to run. */
  #missEnd(at: number): void {
    const promptId = this.#running;
    if (promptId === undefined) return;
    this.#noteEnd(promptId);
    this.#unended.set(promptId, at);
  }

  #interrupted(promptId: string): HookFact[] {
    this.#unended.delete(promptId);
    const id = `end:${promptId}`;
    return [
      ...this.#texts.brokenOff(promptId),
      { type: 'turn_finished', key: id, item: id, prompt_id: promptId, outcome: 'interrupted' },
    ];
  }

  #noteEnd(promptId: string): void {
    this.#endedTurns.add(promptId);
    for (const oldest of this.#endedTurns)
      if (this.#endedTurns.size > REMEMBERED_TURNS) this.#endedTurns.delete(oldest);
    if (this.#running !== promptId) return;
    this.#running = undefined;
    this.#callsSince = undefined;
  }

  /** The result of the call that started a subagent names it. */
  #describeAgent({ tool_input = {}, tool_response, tool_use_id }: HookPayload, at: number): HookFact[] {
    const { agentId } = (tool_response ?? {}) as { agentId?: unknown };
    const { prompt, description, subagent_type } = tool_input;
    if (typeof agentId !== 'string' || typeof prompt !== 'string' || tool_use_id === undefined) return [];
    const startedAt = this.#agentStarts.get(agentId) ?? at;
    this.#agentStarts.delete(agentId);
    const described: HookFact = {
      type: 'agent_described',
      key: `agent-described:${agentId}`,
      subagent_id: agentId,
      agent_type: typeof subagent_type === 'string' ? subagent_type : 'general-purpose',
      tool_use_id,
      ...(typeof description === 'string' && { description }),
    };
    const asked = this.#submitted(agentId, agentId, prompt, {
      origin: 'agent',
      position: placeBefore(startedAt),
    });
    return [described, ofThread(asked, agentId)];
  }
}

/** Hooks that may carry an `agent_id` and are about the subagent's own conversation. */
const IN_THREAD: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'SubagentStop',
]);
const SIGNS_OF_A_TURN: ReadonlySet<string> = new Set(['MessageDisplay', 'PreToolUse', 'Stop']);

function draftsOf(facts: readonly HookFact[], at: number, agentId: string | undefined): Draft[] {
  return facts.map((fact) => ({
    ...(fact.agent_id !== undefined ? fact : ofThread(fact, agentId)),
    source: 'hook' as const,
    at,
  }));
}

function unqueued(text: string): HookFact[] {
  return isMachineMade(text) ? [] : [{ type: 'prompt_unqueued', text }];
}

function failure(
  promptId: string,
  { error = 'unknown', last_assistant_message = '' }: HookPayload,
): HookFact {
  const [, status] = /^API Error: (\d{3})\b/.exec(last_assistant_message) ?? [];
  return {
    type: 'api_failed',
    key: `failed:${promptId}`,
    item: `error:${promptId}`,
    uuid: promptId,
    error,
    message: last_assistant_message,
    ...(status !== undefined && { status: Number(status) }),
  };
}

/** Hooks report only the last text of a subagent. */
function lastText(
  { agent_id, agent_type, last_assistant_message: text }: HookPayload,
  at: number,
): HookFact[] {
  if (!agent_id || !agent_type || !text) return [];
  const id = `last:${at}`;
  const key = `block:${id}:0`;
  return [{ type: 'assistant_text', key, item: key, message_id: id, block: 0, text }];
}

function compaction({ trigger = 'auto', compact_summary: text }: HookPayload, at: number): HookFact[] {
  const uuid = `at-${at}`;
  const item = `compaction:${uuid}`;
  return [
    { type: 'compacted', key: `compacted:${uuid}`, item, uuid, trigger },
    ...(text === undefined
      ? []
      : [{ type: 'compaction_summarised' as const, key: `summary:${uuid}`, item, uuid, text }]),
  ];
}
