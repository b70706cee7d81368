/** Moves the focus to an element that a person has just opened. One that is there from the start does not take it. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** `shown` identifies what is shown: the focus moves whenever it changes to another value than undefined or false. */
export function useFocusWhenShown<Part extends HTMLElement>(
  shown: string | number | boolean | undefined,
): RefObject<Part> {
  const part = useRef<Part>(null);
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (shown !== before.current && shown !== undefined && shown !== false) part.current?.focus();
    before.current = shown;
  }, [shown]);
  return part;
}
