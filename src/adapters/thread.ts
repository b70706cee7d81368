/** Facts of a subagent's conversation: marked with the agent, with a separate identity. */

interface Keyed {
  readonly key?: string;
}

export function ofThread<Fact extends Keyed>(
  fact: Fact,
  agentId: string | undefined,
): Fact & { agent_id?: string } {
  if (agentId === undefined) return fact;
  return { ...fact, agent_id: agentId, ...(fact.key !== undefined && { key: `${agentId}/${fact.key}` }) };
}
