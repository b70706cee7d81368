/** A run's terminal, to view and to type into from another client. */

/** The whole screen and the lines that recently scrolled off it: `data` draws it into an empty terminal of this size. */
export interface Picture {
  readonly columns: number;
  readonly rows: number;
  readonly data: string;
}

export interface TerminalViewer {
  /** False while the viewer is busy with earlier output: it then skips ahead to what the terminal shows later. */
  isReady(): boolean;
  /** Sent at the start, and whenever too much has changed. */
  onPicture(picture: Picture): void;
  /** Redraws the parts that changed since the last output. */
  onOutput(bytes: Buffer): void;
  onEnd(reason: string): void;
}

export interface TerminalView {
  close(): void;
}

export interface RunTerminal {
  open(viewer: TerminalViewer): TerminalView;
  /** Raw bytes, as a terminal sends them for keys. */
  type(data: string): Promise<void>;
  /** Pastes text in one piece. */
  paste(text: string): Promise<void>;
  /** Resizes the terminal while someone is viewing it, unless a person is attached: then their size wins. */
  fit(size: { readonly columns: number; readonly rows: number }): Promise<void>;
}
