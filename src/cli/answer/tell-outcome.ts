/** What became of an answer, for the person who gave it: counted and proven, sent and not yet proven, or too late. */
import { decisionWords, outcomeWords } from '../../core/words/answer-words.ts';
import { askWords } from '../../core/words/ask-words.ts';
import { cutToWidth } from '../../lib/text-width.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { cleanLine } from '../terminal/clean-text.ts';

/** Enough to know it again; the whole was shown before. */
const SHOWN = 60;

export function answeredWords(interaction: Interaction): string {
  const { answer } = interaction;
  // What was edited runs as it was edited.
  const input = (answer?.['input'] ?? interaction.input) as Interaction['input'];
  const { line } = askWords({ ...interaction, input }, interaction.cwd);
  const what = cutToWidth(cleanLine(line), SHOWN);
  const done = answer ? decisionWords(answer).done : 'answered';
  const proof = answer?.applied === 'confirmed' ? '' : ' (sent; Claude has not shown yet that it counted)';
  return `${done}: ${what}${proof}`;
}

/** Somebody was first, or Claude no longer asks. */
export function tooLateWords(interaction: Pick<Interaction, 'state' | 'answer'>): string {
  return `This was ${cleanLine(outcomeWords(interaction))}. Nothing was sent.`;
}
