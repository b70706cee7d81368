/** What an export shows of one item, before it is known in which format: a heading and blocks of content. */

export type Block =
  /** Claude's words, and a person's: markdown. */
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language?: string; readonly label?: string }
  /** Lines that begin with `+`, `-`, a space, or `@@`. */
  | { readonly kind: 'diff'; readonly lines: readonly string[]; readonly label?: string }
  | { readonly kind: 'image'; readonly mediaType: string; readonly base64: string }
  /** A remark of ours, in plain words. */
  | { readonly kind: 'remark'; readonly text: string };

export interface Entry {
  readonly kind: 'you' | 'claude' | 'thinking' | 'tool' | 'note' | 'error';
  readonly at: string;
  readonly title: string;
  /** Beside the title: how it went. */
  readonly outcome?: string;
  readonly isFailed?: boolean;
  /** Shown only when asked for, where the format can do that. */
  readonly isFolded?: boolean;
  readonly blocks: readonly Block[];
}
