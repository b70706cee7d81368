/**
 * Results of tool calls, put together from hooks alone: `PostToolUse` brings the structured result as soon as a call is
 * done, `PostToolBatch` what Claude is told, of denied calls too. They may overtake each other.
 */
import type { HookPayload } from '../claude/hook-payload.ts';
import { isEqual } from '../core/same-fact.ts';
import type { HookFact } from './hook-fact.ts';
import { withoutWholeFiles } from './tool-details.ts';

/** A call that is in a batch and whose own hook has not come after this long was never run. */
const PATIENCE_MS = 2500;

type BatchCall = NonNullable<HookPayload['tool_calls']>[number];

interface Unproven {
  readonly call: BatchCall;
  readonly since: number;
  readonly agentId: string | undefined;
}

export interface UnrunCall {
  readonly facts: readonly HookFact[];
  readonly agentId: string | undefined;
}

export class ToolResults {
  readonly #begun = new Set<string>();
  /** Calls that are done, and what was told as their result until Claude's own words for it come. */
  readonly #done = new Map<string, { readonly content: unknown; readonly isError: boolean }>();
  readonly #unproven = new Map<string, Unproven>();

  begun(toolUseId: string): void {
    this.#begun.add(toolUseId);
  }

  /** `PostToolUse` and `PostToolUseFailure`. */
  done({ hook_event_name, tool_use_id: id, tool_response, error }: HookPayload): HookFact[] {
    if (id === undefined) return [];
    const isError = hook_event_name === 'PostToolUseFailure';
    const batched = this.#unproven.get(id);
    const content = batched ? batched.call.tool_response : isError ? (error ?? '') : plainText(tool_response);
    this.#unproven.delete(id);
    this.#begun.delete(id);
    if (!batched) this.#done.set(id, { content, isError });
    const details = isError ? undefined : withoutWholeFiles(tool_response);
    return [finished(`result:${id}`, id, content, isError, details)];
  }

  /** `PostToolBatch`: all calls of a message have their results. */
  batch({ tool_calls = [], agent_id: agentId }: HookPayload, at: number): HookFact[] {
    return tool_calls.flatMap((call) => {
      const { tool_use_id: id, tool_response: content } = call;
      const known = this.#done.get(id);
      this.#done.delete(id);
      if (!known) this.#unproven.set(id, { call, since: at, agentId });
      const isNews = known && !isEqual(known.content, content);
      return isNews ? [finished(`told:${id}`, id, content, known.isError)] : [];
    });
  }

  /** When to look again for calls that were never run; undefined while there is none to look for. */
  get unrunAt(): number | undefined {
    const [first] = this.#unproven.values();
    return first && first.since + PATIENCE_MS;
  }

  /** Calls that by now were clearly never run: denied, or impossible from the start. */
  takeUnrun(now: number): UnrunCall[] {
    const unrun = [...this.#unproven.values()].filter(({ since }) => since + PATIENCE_MS <= now);
    return unrun.map(({ call, agentId }) => {
      const { tool_use_id: id, tool_name: name = '', tool_input: input = {}, tool_response } = call;
      const wasBegun = this.#begun.delete(id);
      this.#unproven.delete(id);
      const item = `tool:${id}`;
      const facts: HookFact[] = [
        { type: 'tool_started', key: item, item, tool_use_id: id, name, input },
        finished(`result:${id}`, id, tool_response, true),
      ];
      // One that never began was not denied: its input made no sense.
      if (wasBegun) {
        const decided = { decision: 'reject', decided_by: 'unknown' };
        facts.push({ type: 'tool_decided', key: `decided:${id}`, item, tool_use_id: id, ...decided });
      }
      return { facts, agentId };
    });
  }
}

function finished(key: string, id: string, content: unknown, isError: boolean, details?: unknown): HookFact {
  return {
    type: 'tool_finished',
    key,
    item: `tool:${id}`,
    tool_use_id: id,
    content,
    is_error: isError,
    ...(details !== undefined && { details }),
  };
}

/** The words in a structured result, until those come that Claude is told. */
function plainText(response: unknown): unknown {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return response ?? '';
  const { stdout, stderr } = response as Record<string, unknown>;
  return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
}
