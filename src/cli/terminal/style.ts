/** Colours of the command line's output, and how a status looks. */
export { paintStatus, SHAPES } from '../../core/wording/status-shapes.ts';
export { COLOURED, chooseStyle, PLAIN, type Style } from '../../lib/style.ts';
