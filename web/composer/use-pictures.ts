/** Pictures to attach to a message, added from files or the clipboard. */
import { useState } from 'preact/hooks';
import type { Picture } from '../../src/sdk/outgoing.ts';
import { readPicture } from './read-picture.ts';

export interface Pictures {
  readonly pictures: readonly Picture[];
  set(pictures: readonly Picture[]): void;
  /** Reports unreadable files to `onProblem`. */
  attach(files: Iterable<File>): Promise<void>;
}

export function usePictures(onProblem: (words: string) => void): Pictures {
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  return {
    pictures,
    set: setPictures,
    async attach(files) {
      try {
        const read = await Promise.all([...files].map(readPicture));
        setPictures((before) => [...before, ...read]);
      } catch (error) {
        onProblem((error as Error).message);
      }
    },
  };
}

/** The pictures in pasted content. */
export function pastedPictures(event: ClipboardEvent): File[] {
  return [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
