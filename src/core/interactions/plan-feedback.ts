/** Combines comments on lines of a plan and general feedback into one text for Claude. */

export interface LineComment {
  readonly line: number;
  readonly words: string;
}

export function planFeedback(plan: string, comments: readonly LineComment[], general: string): string {
  const lines = plan.split('\n');
  const quoted = comments
    .filter(({ words }) => words.trim() !== '')
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, words }) => `> ${(lines[line] ?? '').trim()}\n${words.trim()}`);
  return [...quoted, general.trim()].filter((part) => part !== '').join('\n\n');
}

/** The plan with feedback at its end: what Claude gets if the plan is approved anyway. */
export function withFeedback(plan: string, feedback: string): string {
  return feedback === '' ? plan : `${plan.trimEnd()}\n\n## Comments\n\n${feedback}\n`;
}
