/** The dialog that shows a plan and asks whether to continue with it (2.1.325). */
import { isNumberedRow, type OptionRow, readNumberedRows } from './option-rows.ts';
import { readFooter } from './read-footer.ts';
import { squeeze } from './squeeze.ts';

export interface PlanDialog {
  readonly kind: 'plan';
  /** The part of the plan that fits on the screen, rendered. */
  readonly plan: readonly string[];
  readonly options: readonly OptionRow[];
  /** Below the options, squeezed; ends with the path of the plan's file. */
  readonly footer: string;
}

const RULE = /^ *─{10,}$/;
const DASHES = /^ *╌{10,}$/;

export function readPlan(lines: readonly string[]): PlanDialog | undefined {
  const rule = lines.findLastIndex((line) => RULE.test(line));
  const below = lines.slice(rule + 1);
  const first = below.findIndex(isNumberedRow);
  if (rule === -1 || first === -1) return undefined;
  if (!squeeze(below.slice(0, first).join('')).endsWith('Wouldyouliketoproceed?')) return undefined;
  const rows = below.slice(first);
  const end = rows.findIndex((line) => line.trim() === '');
  const options = readNumberedRows(end === -1 ? rows : rows.slice(0, end));
  if (options.filter(({ isMarked }) => isMarked).length !== 1) return undefined;
  const footer = readFooter(end === -1 ? [] : rows.slice(end));
  if (footer === undefined) return undefined;
  const above = lines.slice(0, rule);
  const opening = above.findIndex((line) => DASHES.test(line));
  const closing = above.findLastIndex((line) => DASHES.test(line));
  return {
    kind: 'plan',
    plan: above.slice(opening + 1, closing > opening ? closing : undefined).map((line) => line.trim()),
    options,
    footer: squeeze(footer),
  };
}
