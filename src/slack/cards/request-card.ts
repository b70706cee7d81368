/** A request as a message: what Claude wants, buttons while it is open, and afterwards how it ended. */
import type { Button, KnownBlock } from '@slack/web-api';
import type { InteractionFormName } from '../../core/interactions/interaction-definition.ts';
import { interactionDefinition } from '../../core/interactions/interaction-definitions.ts';
import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import { outcomeText } from '../../core/wording/answer-text.ts';
import { interactionText } from '../../core/wording/interaction-text.ts';
import { exactLine } from '../../lib/hidden-characters.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { actions, button, context, section } from '../blocks/blocks.ts';
import { cutTo, LIMITS } from '../blocks/limits.ts';
import { escapeMrkdwn } from '../blocks/mrkdwn.ts';
import { CALL_CARD } from './call-card.ts';
import type { CardKind } from './card-kind.ts';
import { FIELDS_CARD } from './fields-card.ts';
import { PLAN_CARD } from './plan-card.ts';
import { QUESTIONS_CARD } from './questions-card.ts';

const CARDS: Readonly<Record<InteractionFormName, CardKind>> = {
  call: CALL_CARD,
  questions: QUESTIONS_CARD,
  plan: PLAN_CARD,
  fields: FIELDS_CARD,
};

export function cardKindOf({ kind }: Pick<Interaction, 'kind'>): CardKind {
  return CARDS[interactionDefinition(kind).form];
}

const ACTION = 'reins.';

export function actionIn(actionId: string): string | undefined {
  return actionId.startsWith(ACTION) ? actionId.slice(ACTION.length) : undefined;
}

export interface Card {
  /** For notifications and screen readers. */
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
}

/** A closed request keeps its first line and shows who decided. */
export function requestCard(interaction: Interaction): Card {
  const { headline, line } = interactionText(interaction, interaction.cwd);
  const text = cutTo(exactLine(maskSecrets(`${headline}: ${line}`)), LIMITS.fallback);
  const title = section(`*${escapeMrkdwn(exactLine(maskSecrets(headline)))}*`);
  if (interaction.state !== 'open') {
    const outcome = cutTo(
      escapeMrkdwn(exactLine(maskSecrets(`${line} · ${outcomeText(interaction)}`))),
      LIMITS.text,
    );
    return { text, blocks: [title, context(outcome)] };
  }
  const note = interaction.reopened
    ? [context('The last answer could not be delivered. Claude is still waiting.')]
    : [];
  const { body, isCut } = fitting(cardKindOf(interaction).body(interaction));
  // Nobody may approve what they cannot see.
  if (isCut) return { text, blocks: [title, ...body, context(TOO_LONG), ...actions(denyOnly(interaction))] };
  return { text, blocks: [title, ...note, ...body, ...actions(cardButtons(interaction))] };
}

const TOO_LONG = 'The rest is too long for Slack. Answer on the page or in the terminal, or deny it here.';

export function cardButtons(interaction: Interaction): Button[] {
  return cardKindOf(interaction)
    .buttons(interaction)
    .map(({ action, text, style }) =>
      button({ action: `${ACTION}${action}`, text, value: interaction.id, ...(style && { style }) }),
    );
}

function denyOnly(interaction: Interaction): Button[] {
  return cardButtons(interaction).filter(({ action_id }) =>
    /\.(?:deny|reject|skip|decline|cancel)/.test(action_id ?? ''),
  );
}

/** Leaves room for title, note and buttons. */
function fitting(blocks: readonly KnownBlock[]): { body: KnownBlock[]; isCut: boolean } {
  const body: KnownBlock[] = [];
  let left = LIMITS.blocksText;
  for (const block of blocks) {
    left -= JSON.stringify(block).length;
    if (left < 0 || body.length >= LIMITS.messageBlocks - 10) return { body, isCut: true };
    body.push(block);
  }
  return { body, isCut: false };
}
