/**
 * The conversation as a virtual list. It follows the end while the reader is there. A reader who has scrolled up or opened a
 * row is not moved, neither by new text below nor by older pages above.
 */
import type { TargetedMouseEvent } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { VList, type VListHandle } from 'virtua';
import { t } from '../../src/core/translate.ts';
import { renderAhead } from '../markdown/markdown.tsx';
import { Icon } from '../parts/icon.tsx';
import { Following } from './following.ts';
import { HoverCopy } from './hover-copy.tsx';
import { ListScroll } from './list-scroll.ts';
import { shownStart } from './prompt-block.tsx';
import { onReaderMoves } from './reader-moves.ts';
import { type PageRow, type RowGroup, RowGroups } from './row-groups.ts';
import { RowView, rowClass } from './row-view.tsx';
import { TurnGuide } from './turn-guide.tsx';

interface ConversationProps {
  readonly rows: readonly PageRow[];
  readonly hasOlder: boolean;
  readonly onOlder: () => Promise<unknown>;
  /** Called when the list has become too long. */
  readonly onTooMany?: () => void;
  readonly isWorking: boolean;
  /** How many messages were sent here: each leads to the end. */
  readonly sent: number;
}

/** Requests older pages when less than this is left above. */
const AHEAD = 3000;
/** The browser reports within this time that a reader's input has scrolled the list. */
const HOLD_MS = 300;
/** A page at the end of a busy session drops rows beyond this. */
const MOST_ROWS = 1000;

export function Conversation({ rows, hasOlder, onOlder, onTooMany, isWorking, sent }: ConversationProps) {
  const box = useRef<HTMLDivElement>(null);
  const moved = useRef<() => void>();
  const latestRows = useRef(rows);
  latestRows.current = rows;
  const list = useRef<VListHandle>(null);
  const [scroll] = useState(() => new ListScroll(() => list.current));
  const [following] = useState(() => new Following());
  const isLoading = useRef(false);
  const [isAway, setAway] = useState(false);
  /** The last row that was seen at the end. */
  const lastSeen = useRef<string>();
  const lastId = rows.at(-1)?.id;
  const firstId = useRef<string>();
  const has = (wanted: string | undefined) => rows.some(({ id }) => id === wanted);
  /** Rows were added or removed above, and the rows being read are still there. */
  const isShifted =
    firstId.current !== undefined &&
    rows[0]?.id !== firstId.current &&
    (has(firstId.current) || has(lastSeen.current));
  const [grouping] = useState(() => new RowGroups());
  const groups = useMemo(() => grouping.update(rows), [grouping, rows]);
  const drawn = useMemo(() => groups.map((group) => <Group key={group.id} group={group} />), [groups]);

  /** The reader is moving the list, and may be leaving its end. */
  const isHeld = useRef(false);
  const toEnd = () => scroll.toIndex(groups.length - 1, 'end');
  const follow = () => following.isOn && !isHeld.current && toEnd();
  const latestFollow = useRef(follow);
  latestFollow.current = follow;
  const jump = () => {
    following.jumped();
    setAway(false);
    toEnd();
  };
  useLayoutEffect(() => {
    if (sent > 0) jump();
  }, [sent]);

  useLayoutEffect(() => {
    firstId.current = rows[0]?.id;
    if (following.isOn) lastSeen.current = lastId;
    follow();
  });
  // New rows may have arrived below an opened row.
  useLayoutEffect(() => setAway(!following.isOn), [rows]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const hold = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      isHeld.current = true;
      // Scroll events of a frame come before its callbacks.
      timer = setTimeout(() => {
        frame = requestAnimationFrame(() => {
          isHeld.current = false;
          latestFollow.current();
        });
      }, HOLD_MS);
    };
    const stop = onReaderMoves(element, (move) => {
      scroll.release();
      if (move === 'up') following.left();
      if (move !== 'maybe-up') return;
      following.moved();
      if (following.isOn) hold();
    });
    return () => {
      stop();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);

  // The space changes with the message field, its images and the requests below.
  useEffect(() => {
    const resized = new ResizeObserver(() => latestFollow.current());
    if (box.current) resized.observe(box.current);
    return () => resized.disconnect();
  }, []);

  const olderIfNear = async (offset: number) => {
    if (offset > AHEAD || !hasOlder || isLoading.current) return;
    isLoading.current = true;
    await onOlder().catch(() => {});
    isLoading.current = false;
  };
  // A first page that does not fill the screen cannot be scrolled, so this checks after every new row.
  useEffect(() => {
    const { scrollSize = 0, viewportSize = 0, scrollOffset = 0 } = list.current ?? {};
    if (viewportSize > 0 && scrollSize <= viewportSize * 2) void olderIfNear(scrollOffset);
    if (following.isOn && rows.length > MOST_ROWS) onTooMany?.();
  }, [rows.length]);

  // Rows above are likely to be read next, the closest ones first.
  useEffect(() => renderAhead(rows.toReversed().flatMap(markdownOf)), [rows[0]?.id]);

  const scrolled = (offset: number) => {
    // Read from the browser: the list updates its height later.
    const { clientHeight: height = 0, scrollHeight: whole = 0 } = box.current?.firstElementChild ?? {};
    following.scrolled({ offset, height, whole });
    setAway(!following.isOn);
    moved.current?.();
    void olderIfNear(offset);
  };

  const toggled = ({ target, currentTarget }: TargetedMouseEvent<HTMLElement>) => {
    const line = (target as Element).closest('[aria-expanded]');
    if (line && isOpen(line)) {
      following.closed();
      setAway(!following.isOn);
    } else if (line) {
      following.opened(() => isOpen(line) && isSeen(line, currentTarget));
      scroll.stay();
    }
  };

  return (
    // Rows have their own buttons; this only observes clicks before them.
    <div
      ref={box}
      class="conversation"
      role="log"
      aria-label={t('Conversation')}
      aria-live="off"
      aria-busy={isWorking}
      onClickCapture={toggled}
    >
      <VList
        // Preact's types confuse component refs with element refs.
        ref={list as never}
        shift={isShifted}
        onScroll={scrolled}
        class="conversation-list"
        // Scrolls with the keyboard, even if nothing in it can be focused.
        tabIndex={0}
      >
        {drawn}
      </VList>
      <TurnGuide
        groups={groups}
        box={box}
        list={list}
        scroll={scroll}
        onMoved={moved}
        onGo={() => following.left()}
      />
      <HoverCopy box={box} rows={latestRows} />
      {isAway && (
        <button type="button" class={`jump ${lastId !== lastSeen.current ? 'news' : ''}`} onClick={jump}>
          <Icon name="down" /> {t('Jump to latest')}
        </button>
      )}
    </div>
  );
}

function markdownOf(row: PageRow): { readonly text: string; readonly isTyped?: true }[] {
  if (row.kind !== 'item') return [];
  if (row.item.kind === 'text') return [{ text: row.item.text }];
  return row.item.kind === 'prompt' ? [{ text: shownStart(row.item.text), isTyped: true }] : [];
}

function isOpen(part: Element): boolean {
  return part.getAttribute('aria-expanded') === 'true';
}

/** Whether its row is partly visible. */
function isSeen(part: Element, list: Element): boolean {
  const row = part.closest('.row')?.getBoundingClientRect();
  const { top, bottom } = list.getBoundingClientRect();
  return part.isConnected && row !== undefined && row.bottom > top && row.top < bottom;
}

const Group = memo(function Group({ group }: { readonly group: RowGroup }) {
  return (
    <div>
      {group.rows.map((row) => (
        <div key={row.id} class={rowClass(row)} data-row-id={row.id}>
          <RowView row={row} />
        </div>
      ))}
    </div>
  );
});
