/** The images of a prompt, fetched when it comes into view. Until then, and if they are gone, a note counts them. */
import { useEffect, useState } from 'preact/hooks';
import type { ShownImage } from '../../src/core/conversation/result-images.ts';
import type { Client } from '../../src/sdk/client.ts';
import { useHub } from '../hub/page-hub.ts';
import { ImageList } from './image-list.tsx';
import { useSessionView } from './session-context.ts';

export interface PromptPlace {
  readonly id: string;
  readonly position: number;
}

/** Scrolling back and forth fetches an image once. */
const MOST_KEPT = 30;
const kept = new Map<string, Promise<readonly ShownImage[]>>();

function fetchImages(client: Client, sessionId: string, { id, position }: PromptPlace) {
  const key = `${sessionId} ${id}`;
  const known = kept.get(key);
  if (known) return known;
  const fetched = client.images(sessionId, { item: id, position }).then(({ items }) => items);
  // A failed request is tried again when the prompt comes into view again.
  fetched.catch(() => kept.delete(key));
  kept.set(key, fetched);
  const [oldest = ''] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest);
  return fetched;
}

export function PromptImages({ place, note }: { readonly place: PromptPlace; readonly note: string }) {
  const { client } = useHub();
  const { session_id } = useSessionView();
  const [images, setImages] = useState<readonly ShownImage[]>([]);
  useEffect(() => {
    let isGone = false;
    fetchImages(client, session_id, place).then(
      (items) => !isGone && setImages(items),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [client, session_id, place.id]);
  return images.length > 0 ? <ImageList images={images} /> : <p class="small muted">{note}</p>;
}
