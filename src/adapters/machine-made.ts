/** Whether Claude Code itself wrote a prompt: the notice that a background task has ended. */
export function isMachineMade(text: string): boolean {
  return text.startsWith('<task-notification>');
}
