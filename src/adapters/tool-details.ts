/** Claude Code's structured result of a tool call, as far as it is kept. */

/** Results of edits repeat the whole file, as it was and, of a notebook, as it is. What changed is told beside it. */
const WHOLE_FILES = ['originalFile', 'original_file', 'updated_file'];

export function withoutWholeFiles(details: unknown): unknown {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return details;
  if (!WHOLE_FILES.some((name) => name in details)) return details;
  return Object.fromEntries(Object.entries(details).filter(([name]) => !WHOLE_FILES.includes(name)));
}
