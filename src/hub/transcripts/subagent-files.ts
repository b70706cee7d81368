/** The transcripts of a session's subagents, and the small file next to each that describes its task. */
import { lstatSync, readFileSync } from 'node:fs';
import { listSubagents } from '../../claude/transcript-files.ts';
import type { Draft } from '../../core/draft.ts';

export interface SubagentFile {
  readonly agentId: string;
  readonly path: string;
}

export function listSubagentFiles(transcriptPath: string): SubagentFile[] {
  return [...listSubagents(transcriptPath)].map(({ path, agentId = '' }) => ({ path, agentId }));
}

/** Empty if there is nothing to read. Links are not followed: they may point anywhere. */
export function readAbout({ path }: SubagentFile): string {
  const about = path.replace(/\.jsonl$/, '.meta.json');
  try {
    return lstatSync(about).isFile() ? readFileSync(about, 'utf8') : '';
  } catch {
    return '';
  }
}

/** Undefined if it cannot be parsed. */
export function describeSubagent(agentId: string, about: string, at: number): Draft[] | undefined {
  try {
    const { agentType, description, toolUseId, finished } = JSON.parse(about) as Record<string, unknown>;
    const common = { source: 'transcript' as const, at, subagent_id: agentId };
    const described: Draft = {
      ...common,
      type: 'agent_described',
      key: `agent-described:${agentId}`,
      agent_type: String(agentType ?? ''),
      ...(typeof description === 'string' && { description }),
      ...(typeof toolUseId === 'string' && { tool_use_id: toolUseId }),
    };
    const isFinished = finished === true;
    return isFinished
      ? [described, { ...common, type: 'agent_finished', key: `agent-end:${agentId}` }]
      : [described];
  } catch {
    return undefined;
  }
}
