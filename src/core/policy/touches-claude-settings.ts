/** Whether a call may change what Claude Code itself allows: its settings, its hooks, its servers. No rule grants that. */
import { type Ask, commandOf, type HubPlaces } from './ask.ts';
import { pathFieldsOf, wordsOf } from './named-paths.ts';
import { absolutePath, foldCase, isWithin, segmentsOf } from './paths.ts';

const READING: ReadonlySet<string> = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead']);
const FILES: ReadonlySet<string> = new Set(['.claude.json', '.mcp.json', 'managed-settings.json']);
/** In a folder of Claude Code: the folder as a whole, or these in it. */
const TELLING = /^(?:|settings.*|hooks|.*\*.*)$/;

export function touchesClaudeSettings(ask: Ask, hub: HubPlaces): boolean {
  if (READING.has(ask.tool_name ?? '')) return false;
  const named = [...pathFieldsOf(ask), ...wordsOf(commandOf(ask) ?? '')];
  return named
    .flatMap((word) => [word, word.slice(word.indexOf('=') + 1)])
    .some((path) => isSettings(segmentsOf(foldCase(absolutePath(path, ask.cwd ?? '/', hub.userHome))), hub));
}

function isSettings(parts: readonly string[], { claudeFolder }: HubPlaces): boolean {
  const named = parts.lastIndexOf('.claude');
  const own = segmentsOf(foldCase(claudeFolder ?? ''));
  const isOwn = own.length > 0 && isWithin(parts, own);
  return (
    FILES.has(parts.at(-1) ?? '') ||
    (named >= 0 && TELLING.test(parts[named + 1] ?? '')) ||
    (isOwn && TELLING.test(parts[own.length] ?? ''))
  );
}
