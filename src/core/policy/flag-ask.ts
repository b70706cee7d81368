/** What a person who answers should be warned of: what no rule would ever grant, since Claude could then approve itself. */
import type { InteractionFlag } from '../../protocol/interactions.ts';
import type { Ask, Moment } from './ask.ts';
import type { HubTouch } from './hub-watch.ts';
import { touchesClaudeSettings } from './touches-claude-settings.ts';
import { touchesHub } from './touches-hub.ts';

export function flagAsk(ask: Ask, moment: Pick<Moment, 'hub' | 'links'>): InteractionFlag[] {
  if (ask.kind !== 'permission') return [];
  const touch = touchesHub(ask, moment);
  const flags: InteractionFlag[] = [];
  if (touch) flags.push({ code: 'touches_hub', message: describe(touch) });
  if (touchesClaudeSettings(ask, moment.hub)) {
    flags.push({
      code: 'changes_claude_settings',
      message: 'This may change what Claude Code allows by itself: its settings, hooks or servers.',
    });
  }
  return flags;
}

const PLACES: Readonly<Record<HubTouch['what'], string>> = {
  folder: 'its folder',
  address: 'its address',
  variable: 'its variables',
  command: 'its own command',
};

function describe({ what, word }: HubTouch): string {
  return `This touches Reins itself, ${PLACES[what]} (${JSON.stringify(word)}): Claude could answer in your place.`;
}
