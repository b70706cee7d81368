/**
 * What a kind of item is for everyone who shows it: the page, the terminal UI, `reins watch`, exports, editors and models. Each
 * has its own words; the few shapes below are all that clients lay out.
 */
import type { Style } from '../../lib/style.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Item, ItemOf } from '../../protocol/session.ts';
import type { Entry } from '../export/entry.ts';

export type ItemKindName = Item['kind'];

export interface ItemKind<Kind extends ItemKindName> {
  /** Undefined: it has no row of its own. */
  readonly page: (item: ItemOf<Kind>) => PageItem | undefined;
  readonly terminal: (item: ItemOf<Kind>) => TerminalItem | undefined;
  /** Undefined when there is nothing to say, or nothing new since it was `before`. */
  readonly watch: (item: ItemOf<Kind>, known: WatchContext<Kind>) => WatchLine | undefined;
  /** Undefined where there is nothing to show, as for a result whose call is not known. */
  readonly export: (item: ItemOf<Kind>, context: ExportContext) => Entry | undefined;
  readonly editor: (item: ItemOf<Kind>) => readonly EditorPart[];
  readonly model: (item: ItemOf<Kind>) => ModelLine | undefined;
}

export type PageItem =
  | {
      readonly shape: 'prompt';
      readonly who: string;
      readonly text: string;
      readonly note: string;
      readonly isTakenBack: boolean;
    }
  | { readonly shape: 'markdown'; readonly text: string }
  | { readonly shape: 'folded'; readonly head: string; readonly text: string }
  | { readonly shape: 'tool'; readonly item: ItemOf<'tool'> }
  | { readonly shape: 'command'; readonly line: string; readonly output: string }
  | { readonly shape: 'failure'; readonly words: string }
  | { readonly shape: 'rule'; readonly words: string; readonly summary: string };

export type TerminalItem =
  /** Somebody's words behind their name. */
  | {
      readonly shape: 'said';
      readonly who: string;
      readonly text: string;
      readonly output: string;
      readonly paint?: keyof Style;
      readonly isApart: boolean;
    }
  /** Claude's words, or those of a subagent. */
  | { readonly shape: 'markdown'; readonly text: string }
  | { readonly shape: 'folded'; readonly head: string; readonly text: string }
  | { readonly shape: 'tool'; readonly item: ItemOf<'tool'> }
  | { readonly shape: 'failure'; readonly words: string }
  | { readonly shape: 'rule'; readonly words: string };

export interface WatchContext<Kind extends ItemKindName> {
  /** The item as it was when last shown. */
  readonly before?: ItemOf<Kind> | undefined;
  readonly cwd: string;
}

export interface WatchLine {
  readonly at: string;
  /** `you`, `claude`, a mark. Names who speaks; at most seven columns. */
  readonly label: string;
  readonly text: string;
  readonly paint?: keyof Style;
  /** Keeps line breaks and never cuts: words are shown whole, descriptions on one line. */
  readonly whole?: boolean;
}

export interface ExportContext {
  readonly interactions: readonly Interaction[];
  readonly cwd: string;
}

export type EditorPart =
  | { readonly from: 'user' | 'agent' | 'thought'; readonly id: string; readonly text: string }
  | { readonly tool: ItemOf<'tool'> };

/** `label: text`, cut where it is long, and a short note behind it. */
export interface ModelLine {
  readonly label: string;
  readonly text: string;
  readonly note?: string;
}

/** Of a kind that is not shown as rows of a conversation. */
export const NOT_SHOWN = { page: () => undefined, terminal: () => undefined } as const;
