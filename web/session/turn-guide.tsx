/**
 * Where the reader is: the prompt of the turn at the top of the screen, once it is above it, and the map of turns. Has its own
 * state and follows the list at a distance, so that scrolling costs nothing.
 */
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { VListHandle } from 'virtua';
import { useIsWide } from '../parts/use-is-desk.ts';
import type { ListScroll } from './list-scroll.ts';
import type { RowGroup } from './row-groups.ts';
import { TurnMap } from './turn-map.tsx';
import { type TurnPlace, turnPlaces } from './turn-places.ts';

interface TurnGuideProps {
  readonly groups: readonly RowGroup[];
  readonly box: RefObject<HTMLElement>;
  readonly list: RefObject<VListHandle>;
  readonly scroll: ListScroll;
  /** Set here, to be called when the list has moved. */
  readonly onMoved: { current: (() => void) | undefined };
  /** Called before it moves the list. */
  readonly onGo: () => void;
}

/** A prompt this close to the top is the current one. */
const NEAR_TOP = 120;
const LOOK_EVERY_MS = 200;
const ALIGN_FRAMES = 15;

export function TurnGuide({ groups, box, list, scroll, onMoved, onGo }: TurnGuideProps) {
  const isWide = useIsWide();
  const places = useMemo(() => turnPlaces(groups), [groups]);
  const [top, setTop] = useState<{ readonly place: TurnPlace; readonly isAbove: boolean }>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const rowOf = (id: string) => box.current?.querySelector(`[data-row-id="${CSS.escape(id)}"]`);
  const topOf = () => box.current?.getBoundingClientRect().top ?? 0;

  const look = () => {
    timer.current = undefined;
    const first = list.current?.findItemIndex(list.current.scrollOffset) ?? 0;
    const edge = topOf();
    const near = (id: string) => rowOf(id)?.getBoundingClientRect();
    const place = places.findLast(
      ({ group, id }) => group < first || (group === first && (near(id)?.top ?? 0) <= edge + NEAR_TOP),
    );
    // A row that is not rendered yet is about to appear.
    const isAbove =
      place !== undefined &&
      (place.group < first || (near(place.id)?.bottom ?? Number.POSITIVE_INFINITY) < edge);
    setTop((before) =>
      before?.place.id === place?.id && before?.place.group === place?.group && before?.isAbove === isAbove
        ? before
        : place && { place, isAbove },
    );
  };
  const latest = useRef(look);
  latest.current = look;
  onMoved.current = () => {
    timer.current ??= setTimeout(() => latest.current(), LOOK_EVERY_MS);
  };
  // Once when it appears, and when there is more to show.
  useEffect(() => onMoved.current?.(), [groups]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const goTo = ({ id, group }: TurnPlace) => {
    onGo();
    scroll.toIndex(group, 'start');
    // Its row is somewhere in the group, which may be rendered and measured only now.
    scroll.place({
      frames: ALIGN_FRAMES,
      step: (list) => {
        const by = (rowOf(id)?.getBoundingClientRect().top ?? topOf()) - topOf();
        if (Math.abs(by) >= 1) list.scrollBy(by);
        return false;
      },
    });
  };

  return (
    <>
      {top?.isAbove && (
        <button type="button" class="top-prompt" onClick={() => goTo(top.place)}>
          <span class="cut" dir="auto">
            {top.place.words}
          </span>
        </button>
      )}
      {isWide && <TurnMap places={places} current={top?.place.id ?? places.at(-1)?.id} onGo={goTo} />}
    </>
  );
}
