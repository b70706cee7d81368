/** Whether a person can write to a session, how it takes what is written, and what to do when it takes nothing. */
import type { Capability, SessionView } from '../../protocol/session.ts';
import type { ScreenContext } from '../screens/screen.ts';
import type { ComposerContext } from './composer.ts';
import { type AskBack, resume, takeOver } from './session-menu.ts';

export function isBusy({ status }: SessionView): boolean {
  return status === 'working' || status === 'waiting' || status === 'starting';
}

export function canWrite({ capabilities }: SessionView, { hub }: ScreenContext): boolean {
  return hub.maySteer() && (capabilities.includes('prompt') || capabilities.includes('relay'));
}

export function composerContext(view: SessionView): ComposerContext {
  const can = (one: Capability) => view.capabilities.includes(one);
  return {
    isBusy: isBusy(view),
    canSteer: can('steer'),
    canInterrupt: can('interrupt'),
    isRelayed: !can('prompt'),
  };
}

/** What makes a session take messages again. */
export interface Offer {
  readonly words: string;
  readonly label: string;
  readonly run: () => void;
}

export function sessionOffer(view: SessionView, context: ScreenContext, ask: AskBack): Offer | undefined {
  const { session_id: id, capabilities, continued_as, conflict } = view;
  const { hub } = context;
  if (continued_as || conflict || !hub.maySteer() || capabilities.includes('prompt')) return undefined;
  if (capabilities.includes('resume'))
    return {
      words: 'This session has ended. r resumes it.',
      label: 'resume',
      run: () => resume(context, id, ask),
    };
  if (!capabilities.includes('takeover')) return undefined;
  return {
    words: 'This session runs in a terminal of its own. r takes it over.',
    label: 'take over',
    run: () => takeOver(context, id, ask),
  };
}

/** Why nothing can be written. */
export function standstillWords(
  { status }: SessionView,
  { hub }: ScreenContext,
  offer: Offer | undefined,
): string {
  if (!hub.maySteer()) return 'This token may not write to sessions.';
  if (offer) return offer.words;
  return status === 'ended' ? 'This session has ended and cannot be resumed.' : 'It takes no messages.';
}
