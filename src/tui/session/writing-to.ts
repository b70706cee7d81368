/** Whether and how a person can write to a session, and what to do if it accepts no messages. */
import type { Capability, SessionView } from '../../protocol/session.ts';
import type { ScreenContext } from '../screens/screen.ts';
import type { ComposerContext } from './composer.ts';
import { type OpenMenu, resume, takeOver } from './session-menu.ts';

export function isBusy({ status }: SessionView): boolean {
  return status === 'working' || status === 'waiting' || status === 'starting';
}

export function canWrite(view: SessionView, context: ScreenContext): boolean {
  const { capabilities } = view;
  return context.hub.maySteer() && (capabilities.includes('prompt') || capabilities.includes('relay'));
}

/** The header of the session shows since when. */
export function isOffline(view: SessionView, { hub }: ScreenContext): boolean {
  return hub.hosts.stateOf(view)?.state === 'offline';
}

export function composerContext(view: SessionView, context: ScreenContext): ComposerContext {
  const isAway = isOffline(view, context);
  const can = (one: Capability) => view.capabilities.includes(one);
  return {
    isBusy: !isAway && isBusy(view),
    ...(isAway && { awayHost: view.host }),
    canSteer: can('steer'),
    canInterrupt: can('interrupt'),
    isRelayed: !can('prompt'),
  };
}

/** An action that makes a session accept messages again. */
export interface Offer {
  readonly words: string;
  readonly label: string;
  readonly run: () => void;
}

export function sessionOffer(
  view: SessionView,
  context: ScreenContext,
  openMenu: OpenMenu,
): Offer | undefined {
  const { session_id: id, capabilities, continued_as, conflict } = view;
  const { hub } = context;
  if (continued_as || conflict || !hub.maySteer() || isOffline(view, context)) return undefined;
  if (capabilities.includes('prompt')) return undefined;
  if (capabilities.includes('resume'))
    return {
      words: 'This session has ended. Press r to resume it.',
      label: 'resume',
      run: () => resume(context, id, openMenu),
    };
  if (!capabilities.includes('takeover')) return undefined;
  return {
    words: 'This session runs in its own terminal. Press r to take it over.',
    label: 'take over',
    run: () => takeOver(context, id, openMenu),
  };
}

/** Why the session accepts no messages. */
export function standstillText(view: SessionView, context: ScreenContext, offer: Offer | undefined): string {
  if (isOffline(view, context)) return 'Its host is offline.';
  if (!context.hub.maySteer()) return 'To write to sessions, this token needs the operator role.';
  if (offer) return offer.words;
  return view.status === 'ended'
    ? 'This session has ended and cannot be resumed.'
    : 'This session does not accept prompts.';
}
