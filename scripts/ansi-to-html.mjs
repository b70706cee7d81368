/** The screen of a terminal, as tmux captures it with its colours, as a page of HTML. */

const BASIC = ['000000', 'cc0000', '4e9a06', 'c4a000', '3465a4', '75507b', '06989a', 'd3d7cf'];
const BRIGHT = ['555753', 'ef2929', '8ae234', 'fce94f', '729fcf', 'ad7fa8', '34e2e2', 'eeeeec'];
const BACK = '2e3436';
const FORE = 'eeeeec';

/** @typedef {{ fore?: string | undefined, back?: string | undefined, isBold?: boolean, isUnderlined?: boolean, isInverse?: boolean }} Look */

/** @param {string} screen */
export function ansiToHtml(screen) {
  /** @type {Look} */
  let look = {};
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  const parts = screen.split(/\x1b\[([\d;:]*)m/).map((part, index) => {
    if (index % 2 === 0) return span(part, look);
    look = change(look, part.split(/[;:]/).map(Number));
    return '';
  });
  const style = `margin:0;padding:12px;display:inline-block;background:#${BACK};color:#${FORE};font:14px/1.25 'DejaVu Sans Mono',monospace`;
  return `<body style="margin:0"><pre style="${style}">${parts.join('')}</pre></body>`;
}

/**
 * @param {Look} look
 * @param {number[]} codes
 * @returns {Look}
 */
function change(look, [code = 0, ...rest]) {
  const [next, after] = change1(look, code, rest);
  return after.length > 0 ? change(next, after) : next;
}

/**
 * @param {Look} look
 * @param {number} code
 * @param {number[]} rest
 * @returns {[Look, number[]]}
 */
function change1(look, code, rest) {
  if (code === 0) return [{}, rest];
  if (code === 1) return [{ ...look, isBold: true }, rest];
  if (code === 4) return [{ ...look, isUnderlined: true }, rest];
  if (code === 7) return [{ ...look, isInverse: true }, rest];
  if (code === 22) return [{ ...look, isBold: false }, rest];
  if (code === 24) return [{ ...look, isUnderlined: false }, rest];
  if (code === 27) return [{ ...look, isInverse: false }, rest];
  if (code === 39) return [{ ...look, fore: undefined }, rest];
  if (code === 49) return [{ ...look, back: undefined }, rest];
  if (code === 38 || code === 48) {
    const count = rest[0] === 2 ? 4 : 2;
    const colour = rest[0] === 2 ? hex(rest.slice(1, 4)) : palette(rest[1] ?? 0);
    return [{ ...look, [code === 38 ? 'fore' : 'back']: colour }, rest.slice(count)];
  }
  const [name, base] =
    code % 100 >= 40 && code < 100
      ? ['back', 40]
      : code >= 100
        ? ['back', 100]
        : ['fore', code >= 90 ? 90 : 30];
  const colours = code >= 90 ? BRIGHT : BASIC;
  return [{ ...look, [name]: colours[code - base] }, rest];
}

/** @param {number[]} parts */
function hex(parts) {
  return parts.map((part) => part.toString(16).padStart(2, '0')).join('');
}

/** @param {number} index */
function palette(index) {
  if (index < 16) return [...BASIC, ...BRIGHT][index];
  if (index >= 232) return hex([0, 0, 0].map(() => 8 + 10 * (index - 232)));
  const level = (/** @type {number} */ step) => (step === 0 ? 0 : 55 + 40 * step);
  const cube = index - 16;
  return hex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level));
}

/**
 * @param {string} text
 * @param {Look} look
 */
function span(text, { fore = FORE, back, isBold, isUnderlined, isInverse }) {
  if (text === '') return '';
  const [front, behind] = isInverse ? [back ?? BACK, fore] : [fore, back];
  const style = [
    `color:#${front}`,
    behind ? `background:#${behind}` : '',
    isBold ? 'font-weight:bold' : '',
    isUnderlined ? 'text-decoration:underline' : '',
  ];
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<span style="${style.filter(Boolean).join(';')}">${safe}</span>`;
}
