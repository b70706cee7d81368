/** The log equals the transcript: each prompt, text and call once, in order, and nothing else. */
import { byPosition } from '../../../src/core/group-turns.ts';
import type { Item } from '../../../src/protocol/conversation.ts';
import type { RunRecord, SessionRecord, Violation } from '../record.ts';
import { readEntries, type TranscriptEntry } from './transcript-entries.ts';

export function judgeLog({ sessions }: RunRecord): Violation[] {
  return sessions.flatMap((session) =>
    compare(session).map((message) => ({ rule: 'log', message, sessionId: session.plan.id })),
  );
}

function compare({ transcript, items }: SessionRecord): string[] {
  const written = readEntries(transcript).flatMap(nameEntry);
  const logged = items.toSorted(byPosition).flatMap(nameItem);
  const missing = without(written, logged).map((name) => `the log does not have ${name}`);
  const added = without(logged, written).map((name) => `the transcript does not have ${name}`);
  if (missing.length + added.length > 0) return [...missing, ...added];
  const at = written.findIndex((name, index) => name !== logged[index]);
  return at < 0 ? [] : [`the log has ${logged[at]} where the transcript has ${written[at]}`];
}

function nameEntry(entry: TranscriptEntry): string[] {
  if (entry.kind === 'result') return [];
  if (entry.kind === 'call') return [`call ${entry.id}`];
  if (entry.kind === 'prompt' && entry.text.startsWith('[Request interrupted by user')) return [];
  return [`${entry.kind} ${JSON.stringify(entry.text)}`];
}

function nameItem(item: Item): string[] {
  if (item.kind === 'tool') return [`call ${item.tool_use_id}`];
  return item.kind === 'prompt' || item.kind === 'text' ? [`${item.kind} ${JSON.stringify(item.text)}`] : [];
}

/** What is left of `all` after removing each of `taken` once. */
function without(all: readonly string[], taken: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of taken) counts.set(name, (counts.get(name) ?? 0) + 1);
  return all.filter((name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count - 1);
    return count <= 0;
  });
}
