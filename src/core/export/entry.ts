/** What an export shows for one item, independent of the format: a heading and blocks of content. */

export type Block =
  /** Markdown, written by Claude or a person. */
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language?: string; readonly label?: string }
  /** Lines that start with `+`, `-`, a space, or `@@`. */
  | { readonly kind: 'diff'; readonly lines: readonly string[]; readonly label?: string }
  | { readonly kind: 'image'; readonly mediaType: string; readonly base64: string }
  /** A remark by Reins, in plain text. */
  | { readonly kind: 'remark'; readonly text: string };

export interface Entry {
  readonly kind: 'you' | 'claude' | 'thinking' | 'tool' | 'note' | 'error';
  readonly at: string;
  readonly title: string;
  /** Next to the title: how it went. */
  readonly outcome?: string;
  readonly isFailed?: boolean;
  /** Collapsed until opened, if the format supports that. */
  readonly isFolded?: boolean;
  readonly blocks: readonly Block[];
}
