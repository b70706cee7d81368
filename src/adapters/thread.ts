/** Facts of a subagent's conversation: marked with the agent, and with an identity of their own. */

interface Told {
  readonly key?: string;
}

export function ofThread<Fact extends Told>(
  fact: Fact,
  agentId: string | undefined,
): Fact & { agent_id?: string } {
  if (agentId === undefined) return fact;
  return { ...fact, agent_id: agentId, ...(fact.key !== undefined && { key: `${agentId}/${fact.key}` }) };
}
