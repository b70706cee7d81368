/** What every screen of the terminal UI is, and what it can ask of the whole. */
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import type { Card } from '../../sdk/inbox.ts';
import type { LiveHub } from '../../sdk/live-hub.ts';
import type { AskCard } from '../cards/ask-card.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';

import type { Frame } from '../terminal/screen.ts';

export interface Area {
  readonly width: number;
  readonly height: number;
}

export type Place =
  /** All that waits, or one request alone. */
  | { readonly name: 'inbox'; readonly request?: string }
  | { readonly name: 'sessions' | 'search' | 'new' | 'help' }
  | { readonly name: 'session'; readonly id: string }
  | {
      readonly name: 'excerpt';
      readonly id: string;
      readonly position: number;
      readonly agent?: string | undefined;
    };

export interface TuiScreen {
  /** At most as many lines as the area has. */
  frame(area: Area): Frame;
  /** Whether the key did something here. */
  press(key: Key): boolean;
  help(): readonly HelpEntry[];
  /** Words being written: letters belong to them and not to commands. */
  readonly editor: TextEditor | undefined;
  /** It is seen no more. */
  close?(): void;
}

/** What screens can ask for. */
export interface ScreenContext {
  readonly hub: LiveHub;
  readonly style: Style;
  now(): number;
  /** Shows another screen; `back` comes back to this one. */
  go(place: Place): void;
  back(): void;
  redraw(): void;
  /** Says something on the line above the keys, for a while. */
  tell(words: string, isBad?: boolean): void;
  /** Does something at the hub, and says so when it fails. */
  act(call: () => Promise<unknown>): void;
  /** The card of an ask, with what was begun on it, as the one that keys act on, since then. Any other must settle anew. */
  focusCard(card: Card, since?: number): AskCard;
  /** Hands this terminal over to that of the session, and comes back. */
  openTerminal(sessionId: string): void;
  /** Where this command was started. */
  readonly folder: string;
  /** What was begun to be written to a session. */
  readonly drafts: Map<string, string>;
}
