/**
 * Which turn a hook refers to. Hooks identify a prompt by an id that a forked session shares with all copied
 * prompts (2.1.325), so the newest prompt with that id counts. Only the newest ids are kept: a hook is about
 * the running turn.
 */
import type { ReinsEvent } from '../protocol/events.ts';

/** A prompt's id in hooks, the id of its turn, and its position in the conversation. */
export interface PromptName {
  readonly name: string;
  readonly prompt_id: string;
  readonly position: number;
}

const KEPT = 4;

export function notePromptName(
  names: readonly PromptName[] = [],
  { type, item = '', position, agent_id, ...event }: ReinsEvent<'prompt_submitted' | 'command_run'>,
): readonly PromptName[] {
  if (position === undefined || agent_id !== undefined) return names;
  const fact = event as Partial<ReinsEvent<'prompt_submitted'>>;
  const prompt_id = fact.prompt_id ?? item.slice(item.indexOf(':') + 1);
  const name = fact.claude_prompt_id ?? prompt_id;
  const known = names.find((one) => one.name === name);
  if (known && known.position > position) return names;
  const others = names.filter((one) => one !== known);
  return [...others, { name, prompt_id, position }].sort((a, b) => a.position - b.position).slice(-KEPT);
}

/** Undefined if no such prompt is known yet. */
export function turnNamed(names: readonly PromptName[] | undefined, name: string): string | undefined {
  return names?.find((one) => one.name === name)?.prompt_id;
}

/** The id in hooks of the prompt that led to this position. */
export function promptBefore(names: readonly PromptName[] | undefined, position: number): string | undefined {
  return names?.findLast((one) => one.position <= position)?.name;
}
