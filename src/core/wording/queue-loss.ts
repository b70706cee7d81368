/** The warning about prompts that were in Claude Code's own queue when its process ended. */

const LONGEST_TEXT = 500;

export function queueLoss(texts: readonly string[]) {
  const isOne = texts.length === 1;
  const prompts = isOne ? 'a prompt' : `${texts.length} prompts`;
  const advice = isOne
    ? 'It is not in the conversation; send it again if needed.'
    : 'They are not in the conversation; send them again if needed.';
  const quoted = texts.map((text) => JSON.stringify(shorten(text))).join(', ');
  return {
    type: 'warning_raised',
    code: 'queued_prompts_lost',
    message: `Claude Code ended before it recorded ${prompts} from its queue: ${quoted}. ${advice}`,
  } as const;
}

function shorten(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
