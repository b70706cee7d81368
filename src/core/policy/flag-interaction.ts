/** Warnings for the person who answers: calls that no rule would ever grant, and deceptive text. */
import type { InteractionFlag } from '../../protocol/interactions.ts';
import { findHiddenIn } from '../texts-in.ts';
import type { HubTouch } from './hub-watch.ts';
import type { Moment, PendingInteraction } from './pending-interaction.ts';
import { touchesHub } from './touches-hub.ts';
import { type TrustedFile, touchesTrustedFile } from './touches-trusted-files.ts';

export function flagInteraction(
  interaction: PendingInteraction,
  moment: Pick<Moment, 'hub' | 'links'>,
): InteractionFlag[] {
  const hidden = findHiddenIn(interaction.input);
  const flags: InteractionFlag[] = hidden ? [hiddenFlag(hidden)] : [];
  if (interaction.kind !== 'permission') return flags;
  const touch = touchesHub(interaction, moment, 'people');
  if (touch) flags.push({ code: 'touches_hub', message: describe(touch) });
  const trusted = touchesTrustedFile(interaction, moment);
  if (trusted) flags.push(TRUSTED[trusted]);
  return flags;
}

const TRUSTED: Readonly<Record<TrustedFile, InteractionFlag>> = {
  settings: {
    code: 'changes_claude_settings',
    message:
      'This may change what Claude Code allows without asking: its settings, hooks, MCP servers, agents or skills.',
  },
  startup: {
    code: 'changes_startup_files',
    message: 'This may change files that are run automatically, such as git hooks.',
  },
};

const PLACES: Readonly<Record<HubTouch['what'], string>> = {
  folder: 'its folder',
  address: 'its address',
  variable: 'its environment variables',
  command: 'its command line',
};

function describe({ what, word }: HubTouch): string {
  return `This accesses Reins itself, ${PLACES[what]} (${JSON.stringify(word)}): Claude could answer requests in your place.`;
}

function hiddenFlag(character: string): InteractionFlag {
  return {
    code: 'hidden_characters',
    message: `This contains characters that are invisible or reorder text, such as ${character}: it may not do what it appears to do.`,
  };
}
