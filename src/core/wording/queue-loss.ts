/** The warning about prompts that were in Claude Code's own queue when its process ended. */

const LONGEST_TEXT = 500;

export function queueLoss(texts: readonly string[]) {
  const [prompts, them] = texts.length === 1 ? ['a prompt', 'it'] : [`${texts.length} prompts`, 'them'];
  const quoted = texts.map((text) => JSON.stringify(shorten(text))).join(', ');
  return {
    type: 'warning_raised',
    code: 'queued_prompts_lost',
    message: `Claude Code ended with ${prompts} in its queue that Claude never received: ${quoted}. Send ${them} again if needed.`,
  } as const;
}

function shorten(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
