/** Text from `capture-pane -e`: plain letters between SGR sequences. Only faintness matters here. */

export interface StyledLine {
  readonly text: string;
  /** The text without its faint parts, which are hints rather than a person's input. */
  readonly bright: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an SGR sequence begins with ESC
const SGR = /\x1b\[([\d;:]*)m/g;

/** Styles continue from line to line, so a screen is read as a whole. */
export function readStyledLines(lines: readonly string[]): StyledLine[] {
  let isFaint = false;
  let isReverse = false;
  return lines.map((line) => {
    let text = '';
    let bright = '';
    // The letter under the cursor of a hint is in reverse video, not faint: it belongs to the text after it.
    let held = '';
    const add = (part: string) => {
      if (part === '') return;
      text += part;
      if (isReverse) {
        bright += held;
        held = part;
        return;
      }
      bright += isFaint ? '' : held + part;
      held = '';
    };
    let from = 0;
    for (const match of line.matchAll(SGR)) {
      add(line.slice(from, match.index));
      from = match.index + match[0].length;
      ({ isFaint, isReverse } = applySgr(match[1] ?? '', { isFaint, isReverse }));
    }
    add(line.slice(from));
    return { text: text.trimEnd(), bright: (bright + held).trimEnd() };
  });
}

interface Style {
  readonly isFaint: boolean;
  readonly isReverse: boolean;
}

function applySgr(parameters: string, style: Style): Style {
  const codes = parameters.split(';').map(Number);
  let { isFaint, isReverse } = style;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at];
    // A colour has its own parameters: 38;5;n or 38;2;r;g;b.
    if (code === 38 || code === 48 || code === 58) at += codes[at + 1] === 2 ? 4 : 2;
    else if (code === 0) isFaint = isReverse = false;
    else if (code === 2) isFaint = true;
    else if (code === 22) isFaint = false;
    else if (code === 7) isReverse = true;
    else if (code === 27) isReverse = false;
  }
  return { isFaint, isReverse };
}
