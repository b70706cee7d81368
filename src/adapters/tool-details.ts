/** The stored part of Claude Code's structured result of a tool call. */

/**
 * Results of edits repeat the whole file before the edit, and for a notebook also after it. The change itself
 * is separate.
 */
const WHOLE_FILES = ['originalFile', 'original_file', 'updated_file'];

export function withoutWholeFiles(details: unknown): unknown {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return details;
  if (!WHOLE_FILES.some((name) => name in details)) return details;
  return Object.fromEntries(Object.entries(details).filter(([name]) => !WHOLE_FILES.includes(name)));
}
