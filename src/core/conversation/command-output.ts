/** What a slash command printed, without what Claude Code adds about hooks that ran: those are the hub's own, and nobody asked. Pure. */

const REPORT_BEGIN = /\b(?:Pre|Post)Compact \[/;
const REPORT_END = '] completed successfully';

export function commandOutput(text: string): string {
  return text
    .split('\n')
    .map((line) => withoutReport(line).trimEnd())
    .join('\n')
    .trim();
}

/** From the first beginning to the last end: commands of hooks have brackets of their own. */
function withoutReport(line: string): string {
  const from = line.search(REPORT_BEGIN);
  const to = line.lastIndexOf(REPORT_END);
  return from >= 0 && to > from ? line.slice(0, from) + line.slice(to + REPORT_END.length) : line;
}
