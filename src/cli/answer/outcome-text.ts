/** The outcome of an answer, for the person who gave it: confirmed, sent but unconfirmed, or too late. */
import { decisionText, outcomeText } from '../../core/wording/answer-text.ts';
import { interactionText } from '../../core/wording/interaction-text.ts';
import { cutToWidth } from '../../lib/text-width.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { cleanLine } from '../terminal/clean-text.ts';

/** Enough to recognize it; the whole request was shown before. */
const SHOWN = 60;

export function answeredText(interaction: Interaction): string {
  const { answer } = interaction;
  // An edited input runs as edited.
  const input = (answer?.['input'] ?? interaction.input) as Interaction['input'];
  const { line } = interactionText({ ...interaction, input }, interaction.cwd);
  const what = cutToWidth(cleanLine(line), SHOWN);
  const done = answer ? decisionText(answer).done : 'answered';
  const proof = answer?.applied === 'confirmed' ? '' : ' (sent, not confirmed by Claude yet)';
  return `${done}: ${what}${proof}`;
}

/** Someone else was first, or Claude has withdrawn the request. */
export function tooLateText(interaction: Pick<Interaction, 'state' | 'answer'>): string {
  return `Already ${cleanLine(outcomeText(interaction))}. Nothing was sent.`;
}
