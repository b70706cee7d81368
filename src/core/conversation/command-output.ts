/**
 * The output of a slash command without Claude Code's reports about hooks: those are the hub's own and only
 * noise. Pure.
 */

const REPORT_BEGIN = /\b(?:Pre|Post)Compact \[/;
const REPORT_END = '] completed successfully';

export function commandOutput(text: string): string {
  return text
    .split('\n')
    .map((line) => withoutReport(line).trimEnd())
    .join('\n')
    .trim();
}

/** From the first start to the last end: hook commands contain brackets. */
function withoutReport(line: string): string {
  const from = line.search(REPORT_BEGIN);
  const to = line.lastIndexOf(REPORT_END);
  return from >= 0 && to > from ? line.slice(0, from) + line.slice(to + REPORT_END.length) : line;
}
