/** Images of a conversation, small; a tap shows one in full width. */
import { useState } from 'preact/hooks';
import type { ShownImage } from '../../src/core/conversation/result-images.ts';
import { t } from '../../src/core/translate.ts';

export function ImageList({ images }: { readonly images: readonly ShownImage[] }) {
  const [whole, setWhole] = useState<number>();
  if (images.length === 0) return null;
  return (
    <div class="images">
      {images.map(({ media_type, data }, index) => (
        <button
          // Images have no other key.
          key={index}
          type="button"
          class={whole === index ? 'image whole' : 'image'}
          aria-pressed={whole === index}
          aria-label={t('Image {n}', { n: index + 1 })}
          onClick={() => setWhole(whole === index ? undefined : index)}
        >
          <img src={`data:${media_type};base64,${data}`} alt="" />
        </button>
      ))}
    </div>
  );
}
