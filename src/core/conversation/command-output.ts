/** What a slash command printed, without what Claude Code adds about hooks that ran: those are the hub's own, and nobody asked. Pure. */

const HOOK_REPORT = /\b(?:Pre|Post)Compact \[.*\] completed successfully/g;

export function commandOutput(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(HOOK_REPORT, '').trimEnd())
    .join('\n')
    .trim();
}
