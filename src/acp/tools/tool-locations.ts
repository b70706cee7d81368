/** The files of a call, so that an editor can follow along. */
import type { ToolCallLocation } from '@agentclientprotocol/sdk';
import type { ItemOf } from '../../protocol/conversation.ts';

const FIELDS = ['file_path', 'notebook_path', 'path'] as const;

export function locationsOf(
  { input, details }: Pick<ItemOf<'tool'>, 'input' | 'details'>,
  cwd: string,
): ToolCallLocation[] {
  const path = FIELDS.map((field) => input[field]).find((value) => typeof value === 'string');
  if (typeof path !== 'string' || path === '') return [];
  const line = firstChangedLine(details) ?? numberOf(input['offset']);
  return [{ path: absolutePath(path, cwd), ...(line !== undefined && { line }) }];
}

/** The protocol accepts absolute paths only. */
export function absolutePath(path: string, cwd: string): string {
  return path.startsWith('/') || cwd === '' ? path : `${cwd.replace(/\/$/, '')}/${path}`;
}

function firstChangedLine(details: unknown): number | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const { structuredPatch } = details as { structuredPatch?: unknown };
  const [hunk] = Array.isArray(structuredPatch) ? structuredPatch : [];
  return numberOf((hunk as { newStart?: unknown } | undefined)?.newStart);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
