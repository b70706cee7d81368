/** The terminal of a run, to look at from elsewhere and to type into. */

/** All that is on a screen, and what has scrolled out of it lately: `data` draws it into an emptied terminal of this size. */
export interface Picture {
  readonly columns: number;
  readonly rows: number;
  readonly data: string;
}

export interface TerminalViewer {
  /** False while it is busy with what it got: it then gets nothing, and skips to what the terminal shows later. */
  isReady(): boolean;
  /** At the beginning, and when too much has changed. */
  onPicture(picture: Picture): void;
  /** Redraws what has changed since. */
  onOutput(bytes: Buffer): void;
  onEnd(reason: string): void;
}

export interface TerminalView {
  close(): void;
}

export interface RunTerminal {
  open(viewer: TerminalViewer): TerminalView;
  /** What a terminal sends for keys, as it is. */
  type(data: string): Promise<void>;
  /** Text as one piece. */
  paste(text: string): Promise<void>;
  /** Gives the terminal this size while somebody looks on, unless a person is attached to it: theirs counts. */
  fit(size: { readonly columns: number; readonly rows: number }): Promise<void>;
}
