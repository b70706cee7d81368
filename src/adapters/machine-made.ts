/** Whether Claude Code itself wrote a prompt: the notice that a task in the background has ended. */
export function isMachineMade(text: string): boolean {
  return text.startsWith('<task-notification>');
}
