/** Where the turns of a conversation begin, in groups of rows: for the heading that stays in view and the map of turns. Pure. */
import { t } from '../../src/core/translate.ts';
import { withoutMarks } from '../../src/core/wording/without-marks.ts';
import type { PageRow, RowGroup } from './row-groups.ts';

export interface TurnPlace {
  readonly id: string;
  /** The group that contains the prompt. */
  readonly group: number;
  /** The first line of the prompt. */
  readonly words: string;
}

const LONGEST = 120;

export function turnPlaces(groups: readonly RowGroup[]): TurnPlace[] {
  return groups.flatMap(({ rows }, group) => rows.flatMap((row) => placeOf(row, group)));
}

function placeOf(row: PageRow, group: number): TurnPlace[] {
  if (row.kind !== 'item' || row.item.kind !== 'prompt') return [];
  const { text, origin } = row.item;
  if (origin !== 'human' && origin !== 'relayed') return [];
  const [line = ''] = text.trimStart().split('\n', 1);
  const words = withoutMarks(line).slice(0, LONGEST);
  return [{ id: row.id, group, words: words || t('An image') }];
}
