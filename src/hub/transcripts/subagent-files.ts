/** The transcripts of a session's subagents, and what stands beside each about it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Draft } from '../../core/draft.ts';

const AGENT_FILE = /^agent-(.+)\.jsonl$/;

export interface SubagentFile {
  readonly agentId: string;
  readonly path: string;
  /** A small file that says what the subagent is for, if there is one. */
  readonly about: string | undefined;
}

/** Links are not followed: they may lead anywhere. */
export async function listSubagentFiles(folder: string): Promise<SubagentFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  return [...files].flatMap((name) => {
    const [, agentId] = AGENT_FILE.exec(name) ?? [];
    if (!agentId) return [];
    const about = `agent-${agentId}.meta.json`;
    return [{ agentId, path: join(folder, name), about: files.has(about) ? join(folder, about) : undefined }];
  });
}

/** Empty when there is nothing to read. */
export async function readAbout({ about }: SubagentFile): Promise<string> {
  return about === undefined ? '' : readFile(about, 'utf8').catch(() => '');
}

/** Undefined for what cannot be understood. */
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
