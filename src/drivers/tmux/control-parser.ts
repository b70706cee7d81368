/**
 * Parses the output of a tmux client in control mode: responses to commands, framed by `%begin` and `%end` or `%error`, with
 * notices between them. Pure.
 */

export type ControlMessage =
  | {
      readonly kind: 'answer';
      readonly lines: readonly string[];
      readonly isError: boolean;
      readonly isOurs: boolean;
    }
  | { readonly kind: 'notice'; readonly name: string; readonly rest: string };

interface Frame {
  /** Time, number and flags: the end repeats them, so that similar-looking output is not mistaken for it. */
  readonly stamp: string;
  readonly lines: string[];
}

/** Set in the flags of responses to commands from this client's input. */
const FROM_CLIENT = 1;

export class ControlParser {
  #frame: Frame | undefined;

  /** The message that this line completes, if any. */
  push(line: string): ControlMessage | undefined {
    if (this.#frame) return this.#inFrame(this.#frame, line);
    const [, name = '', rest = ''] = /^%(\S+) ?(.*)$/s.exec(line) ?? [];
    if (!name) return undefined;
    if (name !== 'begin') return { kind: 'notice', name, rest };
    this.#frame = { stamp: rest, lines: [] };
    return undefined;
  }

  #inFrame(frame: Frame, line: string): ControlMessage | undefined {
    const isEnd = line === `%end ${frame.stamp}`;
    const isError = line === `%error ${frame.stamp}`;
    if (!isEnd && !isError) {
      frame.lines.push(line);
      return undefined;
    }
    this.#frame = undefined;
    const flags = Number(frame.stamp.split(' ')[2] ?? 0);
    return { kind: 'answer', lines: frame.lines, isError, isOurs: (flags & FROM_CLIENT) !== 0 };
  }
}
