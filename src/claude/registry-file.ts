/**
 * Claude Code's list of live sessions: `sessions/<pid>.json`, one small file per process, rewritten in place.
 * It is undocumented, so it is only a hint that is checked against the process itself. The `*.key` files beside it are never
 * opened.
 */
import { z } from 'zod';

export const REGISTRY_FILE = /^\d+\.json$/;

const text = z.string().optional().catch(undefined);

export const registryEntrySchema = z.object({
  pid: z.int().positive(),
  sessionId: z.uuid(),
  /** Start time of the process: field 22 of /proc/<pid>/stat on Linux. */
  procStart: text,
  cwd: text,
  version: text,
  kind: text,
  entrypoint: text,
  tmux: text,
  name: text,
  nameSource: text,
  startedAt: z.number().optional().catch(undefined),
  status: text,
  waitingFor: text,
  statusUpdatedAt: z.number().optional().catch(undefined),
});
export type RegistryEntry = z.infer<typeof registryEntrySchema>;
