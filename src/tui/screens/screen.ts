/** The interface of a screen, and what it can use from the app. */
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import type { Card } from '../../sdk/inbox.ts';
import type { LiveHub } from '../../sdk/live-hub.ts';
import type { InteractionCard } from '../cards/interaction-card.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';

import type { Frame } from '../terminal/screen.ts';

export interface Area {
  readonly width: number;
  readonly height: number;
}

export type Place =
  /** All pending requests, or a single one. */
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
  /** At most the height of the area. */
  frame(area: Area): Frame;
  /** Whether the screen used the key. */
  press(key: Key): boolean;
  /** Scrolls by lines; without it, the wheel presses the arrow keys. */
  scroll?(lines: number): void;
  help(): readonly HelpEntry[];
  /** The open editor: letters go to it instead of commands. */
  readonly editor: TextEditor | undefined;
  /** The screen was left. */
  close?(): void;
}

/** What the app offers to screens. */
export interface ScreenContext {
  readonly hub: LiveHub;
  readonly style: Style;
  now(): number;
  /** Shows another screen; `back` returns to this one. */
  go(place: Place): void;
  back(): void;
  redraw(): void;
  /** Shows a note above the footer for a while. */
  report(words: string, isBad?: boolean): void;
  /** Runs a call to the hub and shows its error. */
  act(call: () => Promise<unknown>): void;
  /** The card of a request with its state, focused since this time. Other cards must settle again. */
  focusCard(card: Card, since?: number): InteractionCard;
  /** Attaches this terminal to that of the session, then returns. */
  openTerminal(sessionId: string): void;
  /** The folder where this command was started. */
  readonly folder: string;
  /** The draft message of a session. */
  readonly drafts: Map<string, string>;
}
