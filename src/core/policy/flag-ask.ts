/** What a person who answers should be warned of: what no rule would ever grant, and text that is not what it looks like. */
import type { InteractionFlag } from '../../protocol/interactions.ts';
import { findHiddenIn } from '../texts-in.ts';
import type { Ask, Moment } from './ask.ts';
import type { HubTouch } from './hub-watch.ts';
import { touchesHub } from './touches-hub.ts';
import { type TrustedFile, touchesTrustedFile } from './touches-trusted-files.ts';

export function flagAsk(ask: Ask, moment: Pick<Moment, 'hub' | 'links'>): InteractionFlag[] {
  const hidden = findHiddenIn(ask.input);
  const flags: InteractionFlag[] = hidden ? [hiddenFlag(hidden)] : [];
  if (ask.kind !== 'permission') return flags;
  const touch = touchesHub(ask, moment);
  if (touch) flags.push({ code: 'touches_hub', message: describe(touch) });
  const trusted = touchesTrustedFile(ask, moment);
  if (trusted) flags.push(TRUSTED[trusted]);
  return flags;
}

const TRUSTED: Readonly<Record<TrustedFile, InteractionFlag>> = {
  settings: {
    code: 'changes_claude_settings',
    message:
      'This may change what Claude Code allows by itself: its settings, hooks, servers, agents or skills.',
  },
  startup: {
    code: 'changes_startup_files',
    message: 'This may change files that run by themselves later, such as hooks of git.',
  },
};

const PLACES: Readonly<Record<HubTouch['what'], string>> = {
  folder: 'its folder',
  address: 'its address',
  variable: 'its variables',
  command: 'its own command',
};

function describe({ what, word }: HubTouch): string {
  return `This touches Reins itself, ${PLACES[what]} (${JSON.stringify(word)}): Claude could answer in your place.`;
}

function hiddenFlag(character: string): InteractionFlag {
  return {
    code: 'hidden_characters',
    message: `This holds characters that cannot be seen or that reorder text, such as ${character}: it may not do what it seems to.`,
  };
}
