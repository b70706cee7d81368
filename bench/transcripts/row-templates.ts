/** Rows as written by the real Claude Code, one of each relevant kind, taken from the recordings in the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Both this file and the bundle that contains it are two folders below the root.
const RECORDINGS = join(import.meta.dirname, '../../src/adapters/golden');

export type Row = Record<string, unknown> & { readonly type: string };

export interface RowTemplates {
  readonly opening: readonly Row[];
  readonly prompt: Row;
  readonly thinking: Row;
  readonly text: Row;
  readonly call: Row;
  readonly result: Row;
  readonly turnEnd: Row;
  readonly cost: Row;
  readonly title: Row;
}

export function readRowTemplates(): RowTemplates {
  const rows = readdirSync(RECORDINGS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(RECORDINGS, name)).map((file) => join(RECORDINGS, name, file)))
    .filter((file) => /session-[^/]*\.jsonl$/.test(file))
    .sort()
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as Row);
  const find = (what: string, isWanted: (row: Row) => boolean): Row => {
    const found = rows.find(isWanted);
    if (!found) throw new Error(`No recording has a row for ${what}.`);
    return found;
  };
  const bookkeeping = [
    'mode',
    'permission-mode',
    'atis-latch',
    'file-history-snapshot',
    'attachment',
    'api-request-shape',
  ];
  return {
    opening: bookkeeping.map((type) => find(type, (row) => row.type === type)),
    prompt: find(
      'a prompt',
      (row) => row.type === 'user' && row['entrypoint'] === 'cli' && typeof contentOf(row) === 'string',
    ),
    thinking: find('a thought', (row) => blockOf(row)?.['type'] === 'thinking'),
    text: find('an answer', (row) => row.type === 'assistant' && blockOf(row)?.['type'] === 'text'),
    call: find('a call', (row) => blockOf(row)?.['name'] === 'Bash'),
    result: find(
      'a result',
      (row) => typeof (row['toolUseResult'] as Row | undefined)?.['stdout'] === 'string',
    ),
    turnEnd: find('the end of a turn', (row) => row['subtype'] === 'turn_duration'),
    cost: find('costs', (row) => row.type === 'cost-state'),
    title: find('a title', (row) => row.type === 'custom-title'),
  };
}

function contentOf(row: Row): unknown {
  return (row['message'] as Row | undefined)?.['content'];
}

function blockOf(row: Row): Row | undefined {
  const content = contentOf(row);
  return Array.isArray(content) ? (content[0] as Row) : undefined;
}
