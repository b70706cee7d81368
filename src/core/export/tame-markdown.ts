/**
 * Confines untrusted markdown to its place in a document: HTML becomes text, an open fence is closed, and
 * headings are demoted below the document's own. Code stays as it is if viewers certainly treat it as code.
 */

export function tameMarkdown(text: string): string {
  const tamed: string[] = [];
  let fence: string | undefined;
  let paragraph: string[] = [];
  const finish = () => {
    tamed.push(...tameParagraph(paragraph));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined;
      tamed.push(line);
      continue;
    }
    fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line)?.slice(1).find(Boolean);
    if (fence !== undefined || line.trim() === '') {
      finish();
      tamed.push(line);
    } else paragraph.push(line);
  }
  finish();
  return (fence === undefined ? tamed : [...tamed, fence]).join('\n');
}

function closes(line: string, fence: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return mark?.startsWith(fence) ?? false;
}

/** Code between backticks may span lines: code is certain only if each line opens and closes its own. */
function tameParagraph(lines: readonly string[]): string[] {
  const split = lines.map(splitCode);
  const isCertain = split.every((pieces) => pieces !== undefined);
  return lines.map((line, index) => {
    const pieces = (isCertain && split[index]) || [line];
    const tame = pieces.map((piece, place) => (place % 2 === 1 ? piece : tameText(piece))).join('');
    return tame.replace(/^ {0,3}#{1,3}(?=\s)/, '####');
  });
}

function tameText(text: string): string {
  return text
    .replace(/<(?=[A-Za-z/!?])/g, '&lt;')
    .replace(/\]\(\s*<?(?=(?:javascript|data|vbscript):)/gi, '](about:blank#');
}

/** Text and code alternate; undefined if a backtick has no partner on its line. */
function splitCode(line: string): string[] | undefined {
  const pieces = [''];
  const marks = /\\[\s\S]|`+/g;
  let done = 0;
  for (let mark = marks.exec(line); mark; mark = marks.exec(line)) {
    if (mark[0].startsWith('\\')) continue;
    const close = new RegExp(`(?<!\`)\`{${mark[0].length}}(?!\`)`, 'g');
    close.lastIndex = marks.lastIndex;
    if (mark[0].length > 3 || !close.test(line)) return undefined;
    pieces[pieces.length - 1] += line.slice(done, mark.index);
    pieces.push(line.slice(mark.index, close.lastIndex), '');
    done = close.lastIndex;
    marks.lastIndex = done;
  }
  pieces[pieces.length - 1] += line.slice(done);
  return pieces;
}
