/** Durations the way people read them: `12 ms`, `1.9 s`, `2 min 5 s`, `3 h 4 min`, `5 d 1 h`. */
export function durationOf(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const parts = [
    `${Math.floor(seconds / 86_400)} d`,
    `${Math.floor((seconds % 86_400) / 3600)} h`,
    `${Math.floor((seconds % 3600) / 60)} min`,
    `${seconds % 60} s`,
  ];
  const first = parts.findIndex((part) => !part.startsWith('0 '));
  return parts
    .slice(first, first + 2)
    .filter((part) => !part.startsWith('0 '))
    .join(' ');
}
