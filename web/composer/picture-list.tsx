/** The pictures attached to a message, and the button that adds one. */
import type { ComponentChildren } from 'preact';
import { t } from '../../src/core/translate.ts';
import { Icon } from '../parts/icon.tsx';
import type { Pictures } from './use-pictures.ts';

export function PictureList({ pictures: { pictures, set } }: { readonly pictures: Pictures }) {
  if (pictures.length === 0) return null;
  return (
    <ul class="pictures">
      {pictures.map((picture) => (
        <li key={picture.data.slice(-40)}>
          <img src={`data:${picture.media_type};base64,${picture.data}`} alt={picture.name} />
          <button
            type="button"
            class="icon-button"
            aria-label={t('Remove {name}', { name: picture.name })}
            onClick={() => set(pictures.filter((one) => one !== picture))}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface AddPictureProps {
  readonly pictures: Pictures;
  /** Classes of the button. */
  readonly class: string;
  readonly children?: ComponentChildren;
}

export function AddPicture({ pictures, class: look, children }: AddPictureProps) {
  return (
    <label class={`${look} add-picture`} title={t('Add an image')}>
      <Icon name="image" />
      {children}
      <input
        class="hidden-label"
        type="file"
        accept="image/*"
        multiple
        aria-label={t('Add an image')}
        onChange={(event) => {
          void pictures.attach([...(event.currentTarget.files ?? [])]);
          // Allows choosing the same file again.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
