/**
 * Matches files and folders of a request against the patterns of a rule, both literally and with links
 * followed.
 */

import { fileOf, pathFieldsOf, readingsOf } from './named-paths.ts';
import { type PathPlace, pathMatches } from './path-pattern.ts';
import { isAbsolute } from './paths.ts';
import type { Moment, PendingInteraction } from './pending-interaction.ts';

/** Undefined if the folder of the session is unknown. */
export function pathFits(
  patterns: readonly string[],
  interaction: PendingInteraction,
  moment: Moment,
  isWide: boolean,
): boolean | undefined {
  const paths = isWide ? pathFieldsOf(interaction) : [fileOf(interaction) ?? []].flat();
  if (paths.length === 0) return false;
  if (interaction.cwd === undefined) return undefined;
  return anyOrEvery(
    paths.flatMap((path) => readingsOf(path, interaction.cwd ?? '/', moment.hub.userHome)),
    patterns,
    { interaction, moment, isWide, takesHidden: isWide },
  );
}

export function cwdFits(
  patterns: readonly string[],
  interaction: PendingInteraction,
  moment: Moment,
  isWide: boolean,
): boolean | undefined {
  if (interaction.cwd === undefined) return undefined;
  return anyOrEvery([interaction.cwd], patterns, { interaction, moment, isWide, takesHidden: true });
}

interface Manner {
  readonly interaction: PendingInteraction;
  readonly moment: Moment;
  readonly isWide: boolean;
  readonly takesHidden: boolean;
}

/** Wide: one reading of a path is enough. Narrow: every reading must match, and must be known. */
function anyOrEvery(paths: readonly string[], patterns: readonly string[], manner: Manner): boolean {
  const { interaction, moment, isWide } = manner;
  const { links, hub } = moment;
  const cwd = interaction.cwd ?? '/';
  const bases = [...new Set([cwd, links?.get(cwd) ?? cwd])];
  const matches = (path: string | undefined) =>
    path !== undefined &&
    isAbsolute(path) &&
    patterns.some((pattern) =>
      bases.some((base) => {
        const place: PathPlace = { base, userHome: hub.userHome };
        return pathMatches(pattern, path, place, manner);
      }),
    );
  const readings = [...paths, ...(links ? paths.map((path) => links.get(path)) : [])];
  return isWide ? readings.some(matches) : readings.every(matches);
}
