/**
 * Results of tool calls, assembled from hooks alone: `PostToolUse` brings the structured result as soon as a
 * call is done, `PostToolBatch` what Claude receives, including denied calls. They may overtake each other.
 */
import type { HookPayload } from '../claude/hook-payload.ts';
import { isEqual } from '../core/same-fact.ts';
import type { HookFact } from './hook-fact.ts';
import { withoutWholeFiles } from './tool-details.ts';

/** A call in a batch whose own hook has not arrived after this time never ran. */
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
  /** Finished calls, and their reported result until Claude's version arrives. */
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

  /** When to check again for calls that never ran. Undefined if there is nothing to check. */
  get unrunAt(): number | undefined {
    const [first] = this.#unproven.values();
    return first && first.since + PATIENCE_MS;
  }

  /** Calls that certainly never ran: denied, or invalid from the start. */
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
      // A call that never started was not denied: its input was invalid.
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

/** The text in a structured result, until Claude's version arrives. */
function plainText(response: unknown): unknown {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return response ?? '';
  const { stdout, stderr } = response as Record<string, unknown>;
  return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
}
