/** A line about what was just done, with a way to undo it where there is one. It stays until the screen changes. */
import { useEffect } from 'preact/hooks';
import { useLocation } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { Store, useStore } from '../hub/store.ts';
import { Icon } from './icon.tsx';

export interface Done {
  readonly words: string;
  readonly undo?: (() => void) | undefined;
}

class Strip extends Store {
  done: Done | undefined;

  show(done: Done | undefined): void {
    this.done = done;
    this.changed();
  }
}

const strip = new Strip();

/** Replaces the line that is shown. */
export function showDone(done: Done): void {
  strip.show(done);
}

export function DoneStrip() {
  const { done } = useStore(strip);
  const [address] = useLocation();
  useEffect(() => () => strip.show(undefined), [address]);
  return (
    <div class="strip-place" role="status">
      {done && (
        <div class="strip">
          <span>{done.words}</span>
          {done.undo && (
            <button
              type="button"
              class="text-button"
              onClick={() => {
                done.undo?.();
                strip.show(undefined);
              }}
            >
              {t('Undo')}
            </button>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={t('Close this message')}
            onClick={() => strip.show(undefined)}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
