/** The turns of a conversation at its side, on a wide screen: one mark per turn, with the prompts on hover. */
import { t } from '../../src/core/translate.ts';
import type { TurnPlace } from './turn-places.ts';

/** The newest are shown. */
const MOST = 40;

interface TurnMapProps {
  readonly places: readonly TurnPlace[];
  readonly current: string | undefined;
  readonly onGo: (place: TurnPlace) => void;
}

export function TurnMap({ places, current, onGo }: TurnMapProps) {
  if (places.length < 2) return null;
  return (
    <nav class="turn-map" aria-label={t('Turns')}>
      {places.slice(-MOST).map((place) => (
        <button
          key={place.id}
          type="button"
          aria-current={place.id === current ? 'true' : undefined}
          onClick={() => onGo(place)}
        >
          <span class="cut" dir="auto">
            {place.words}
          </span>
          <span class="tick" aria-hidden="true" />
        </button>
      ))}
    </nav>
  );
}
