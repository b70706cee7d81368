/**
 * Defines a kind of item for everything that shows it: the page, the terminal UI, `reins watch`, exports,
 * editors and models. Each has its own wording; the few shapes below are all that clients lay out.
 */
import type { Style } from '../../lib/style.ts';
import type { Item, ItemOf } from '../../protocol/conversation.ts';
import type { EventType, ReinsEvent } from '../../protocol/events.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Entry } from '../export/entry.ts';

export type ItemKindName = Item['kind'];

/** An item without any event. */
export type EmptyItem<Kind extends ItemKindName> = {
  readonly [Name in RequiredField<ItemOf<Kind>>]: ItemOf<Kind>[Name];
};
type RequiredField<Fields> = Exclude<
  { [Name in keyof Fields]-?: undefined extends Fields[Name] ? never : Name }[keyof Fields],
  'id' | 'at' | 'position'
>;

/** An event that fills fields of an item. */
export type ItemEvent<Type extends EventType> = {
  readonly [Kind in ItemKindName]: {
    readonly kind: Kind;
    readonly read: (event: ReinsEvent<Type>) => Partial<ItemOf<Kind>>;
  };
}[ItemKindName];

export interface ItemKind<Kind extends ItemKindName> {
  /** Undefined: the item has no row. */
  readonly page: (item: ItemOf<Kind>) => PageItem | undefined;
  readonly terminal: (item: ItemOf<Kind>) => TerminalItem | undefined;
  /** Undefined if there is nothing to show, or nothing new since `before`. */
  readonly watch: (item: ItemOf<Kind>, known: WatchContext<Kind>) => WatchLine | undefined;
  /** Undefined if there is nothing to show, as for a result whose call is unknown. */
  readonly export: (item: ItemOf<Kind>, context: ExportContext) => Entry | undefined;
  readonly editor: (item: ItemOf<Kind>) => readonly EditorPart[];
  readonly model: (item: ItemOf<Kind>) => ModelLine | undefined;
}

export type PageItem =
  | {
      readonly shape: 'prompt';
      readonly who: string;
      readonly text: string;
      /** How many images it has. */
      readonly note: string;
      readonly isTakenBack: boolean;
      readonly place: { readonly id: string; readonly position: number };
    }
  | { readonly shape: 'markdown'; readonly text: string }
  | { readonly shape: 'folded'; readonly head: string; readonly text: string }
  /** By Claude Code: one line, with markdown behind it. */
  | { readonly shape: 'notice'; readonly head: string; readonly text: string }
  | { readonly shape: 'tool'; readonly item: ItemOf<'tool'> }
  | { readonly shape: 'command'; readonly line: string; readonly output: string }
  | { readonly shape: 'failure'; readonly words: string }
  | { readonly shape: 'rule'; readonly words: string; readonly summary: string };

export type TerminalItem =
  /** A person's text, after their name. */
  | {
      readonly shape: 'said';
      readonly who: string;
      readonly text: string;
      readonly output: string;
      readonly paint?: keyof Style;
      readonly isApart: boolean;
    }
  /** Text by Claude or a subagent. */
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
  /** `you`, `claude` or a symbol: who speaks. At most seven columns. */
  readonly label: string;
  readonly text: string;
  readonly paint?: keyof Style;
  /** Keeps line breaks and never truncates: spoken text is shown whole, descriptions on one line. */
  readonly whole?: boolean;
}

export interface ExportContext {
  readonly interactions: readonly Interaction[];
  readonly cwd: string;
}

export type EditorPart =
  | { readonly from: 'user' | 'agent' | 'thought'; readonly id: string; readonly text: string }
  | { readonly tool: ItemOf<'tool'> };

/** `label: text`, truncated if long, followed by a short note. */
export interface ModelLine {
  readonly label: string;
  readonly text: string;
  readonly note?: string;
}
