/** Transcripts of the last weeks in Claude Code's format, for the usage screen. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../../stage/stage.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The last one has no known price. */
const MODELS = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5', 'claude-future-9'];

/** One session every second day, alternating between the folders. */
export function leavePastUsage(stage: Stage, folders: readonly string[], days = 40): void {
  for (let ago = 1; ago <= days; ago += 2) {
    const cwd = folders[ago % folders.length] as string;
    const folder = join(stage.configDir, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
    const sessionId = randomUUID();
    const at = new Date(Date.now() - ago * DAY_MS).toISOString();
    const uuid = randomUUID();
    const model = MODELS[(ago >> 1) % MODELS.length];
    const base = {
      sessionId,
      cwd,
      timestamp: at,
      version: '2.1.325',
      isSidechain: false,
      userType: 'external',
    };
    const size = 1 + ((ago * 7) % 11);
    const usage = {
      ...{ input_tokens: 900 * size, output_tokens: 4100 * size, cache_read_input_tokens: 610_000 * size },
      cache_creation_input_tokens: 21_000 * size,
      cache_creation: { ephemeral_5m_input_tokens: 21_000 * size, ephemeral_1h_input_tokens: 0 },
    };
    const rows = [
      {
        ...base,
        type: 'user',
        uuid,
        parentUuid: null,
        message: { role: 'user', content: `Work of ${ago} days ago` },
      },
      {
        ...{ ...base, type: 'assistant', uuid: randomUUID(), parentUuid: uuid, requestId: `req_${ago}` },
        message: {
          ...{ id: `msg_past_${ago}`, type: 'message', role: 'assistant', model, usage },
          ...{ content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn', stop_sequence: null },
        },
      },
    ];
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${sessionId}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
}
