/** The channel or person whose thread shows a session: the first entry of the settings that fits. Pure. */
import type { Session } from '../../protocol/session.ts';
import type { ThreadPlace } from '../../protocol/slack.ts';

export function placeOf(
  { cwd, host }: Pick<Session, 'cwd' | 'host'>,
  places: readonly ThreadPlace[],
): string | undefined {
  return places.find(
    (place) =>
      (place.host === undefined || place.host === host) &&
      (place.folder === undefined || isInside(cwd, place.folder)),
  )?.to;
}

export function isInside(path: string, folder: string): boolean {
  const parent = folder.replace(/\/+$/, '');
  return path === parent || path.startsWith(`${parent}/`);
}
