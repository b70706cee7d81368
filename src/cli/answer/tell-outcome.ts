/** The outcome of an answer, for the person who gave it: confirmed, sent but unconfirmed, or too late. */
import { decisionWords, outcomeWords } from '../../core/words/answer-words.ts';
import { askWords } from '../../core/words/ask-words.ts';
import { cutToWidth } from '../../lib/text-width.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { cleanLine } from '../terminal/clean-text.ts';

/** Enough to recognize it; the whole request was shown before. */
const SHOWN = 60;

export function answeredWords(interaction: Interaction): string {
  const { answer } = interaction;
  // An edited input runs as edited.
  const input = (answer?.['input'] ?? interaction.input) as Interaction['input'];
  const { line } = askWords({ ...interaction, input }, interaction.cwd);
  const what = cutToWidth(cleanLine(line), SHOWN);
  const done = answer ? decisionWords(answer).done : 'answered';
  const proof = answer?.applied === 'confirmed' ? '' : ' (sent, not confirmed by Claude yet)';
  return `${done}: ${what}${proof}`;
}

/** Someone else was first, or Claude has withdrawn the request. */
export function tooLateWords(interaction: Pick<Interaction, 'state' | 'answer'>): string {
  return `Already ${cleanLine(outcomeWords(interaction))}. Nothing was sent.`;
}
