/** The terminal of a run, to look at from elsewhere and to type into. */

/** All that is on a screen, and what has scrolled out of it lately: `data` draws it into an emptied terminal of this size. */
export interface Picture {
  readonly columns: number;
  readonly rows: number;
  readonly data: string;
}

export interface TerminalViewer {
  /** At the beginning and after each gap. */
  onPicture(picture: Picture): void;
  /** What the program has written since. False when the viewer cannot keep up: it hears nothing more until it refreshes. */
  onOutput(bytes: Buffer): boolean;
  onEnd(reason: string): void;
}

export interface TerminalView {
  /** Begins again with the whole screen. */
  refresh(): void;
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
