/**
 * The conversation as a list that holds only what is on the screen. Who reads at the end stays at the end; who has scrolled up
 * or opened something is not moved, neither by what is written below nor by older pages that come in above.
 */
import type { TargetedMouseEvent } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { VList, type VListHandle } from 'virtua';
import type { Row } from '../../src/core/conversation/rows.ts';
import { Icon } from '../parts/icon.tsx';
import { Following } from './following.ts';
import { type RowGroup, RowGroups } from './row-groups.ts';
import { RowView, rowClass } from './row-view.tsx';

interface ConversationProps {
  readonly rows: readonly Row[];
  readonly hasOlder: boolean;
  readonly onOlder: () => Promise<unknown>;
  /** Called when there are more rows than anyone at the end looks back to. */
  readonly onTooMany?: () => void;
  readonly isWorking: boolean;
}

/** Older pages are asked for when this much is left above. */
const AHEAD = 3000;
/** A page that stays open at the end of a busy session lets go of rows beyond this. */
const MOST_ROWS = 1000;

export function Conversation({ rows, hasOlder, onOlder, onTooMany, isWorking }: ConversationProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<VListHandle>(null);
  const [following] = useState(() => new Following());
  const isLoading = useRef(false);
  const [isAway, setAway] = useState(false);
  /** The last row that was seen at the end. */
  const lastSeen = useRef<string>();
  const lastId = rows.at(-1)?.id;
  const firstId = useRef<string>();
  const has = (wanted: string | undefined) => rows.some(({ id }) => id === wanted);
  /** Rows came or went above, and what was read is still there. */
  const isShifted =
    firstId.current !== undefined &&
    rows[0]?.id !== firstId.current &&
    (has(firstId.current) || has(lastSeen.current));
  const [grouping] = useState(() => new RowGroups());
  const groups = useMemo(() => grouping.update(rows), [grouping, rows]);
  const drawn = useMemo(() => groups.map((group) => <Group key={group.id} group={group} />), [groups]);

  const toEnd = () => list.current?.scrollToIndex(groups.length - 1, { align: 'end' });

  useLayoutEffect(() => {
    firstId.current = rows[0]?.id;
    if (!following.isOn) return;
    lastSeen.current = lastId;
    toEnd();
  });
  // More has come below what somebody has opened to read.
  useLayoutEffect(() => setAway(!following.isOn), [rows]);

  const olderIfNear = async (offset: number) => {
    if (offset > AHEAD || !hasOlder || isLoading.current) return;
    isLoading.current = true;
    await onOlder().catch(() => {});
    isLoading.current = false;
  };
  // A first page that does not fill the screen leaves nothing to scroll.
  // Looked at whenever there are more rows.
  useEffect(() => {
    const { scrollSize = 0, viewportSize = 0, scrollOffset = 0 } = list.current ?? {};
    if (viewportSize > 0 && scrollSize <= viewportSize * 2) void olderIfNear(scrollOffset);
    if (following.isOn && rows.length > MOST_ROWS) onTooMany?.();
  }, [rows.length]);

  const scrolled = (offset: number) => {
    // As the browser has it: the list learns of a new height only later.
    const { clientHeight: height = 0, scrollHeight: whole = 0 } = box.current?.firstElementChild ?? {};
    following.scrolled({ offset, height, whole });
    setAway(!following.isOn);
    void olderIfNear(offset);
  };

  const toggled = ({ target, currentTarget }: TargetedMouseEvent<HTMLElement>) => {
    const line = (target as Element).closest('[aria-expanded]');
    if (line && isOpen(line)) {
      following.closed();
      setAway(!following.isOn);
    } else if (line) {
      following.opened(() => isOpen(line) && isSeen(line, currentTarget));
      // A way to the end that is not over yet would go on with what is opened.
      list.current?.scrollTo(list.current.scrollOffset);
    }
  };

  return (
    // Parts of it are opened by buttons of their own; this only takes notice, before they do so.
    <div
      ref={box}
      class="conversation"
      role="log"
      aria-label="Conversation"
      aria-live="off"
      aria-busy={isWorking}
      onClickCapture={toggled}
      onWheel={() => following.moved()}
      onTouchMove={() => following.moved()}
    >
      <VList
        // Preact's types take the ref of a component for that of an element.
        ref={list as never}
        shift={isShifted}
        onScroll={scrolled}
        class="conversation-list"
      >
        {drawn}
      </VList>
      {isAway && (
        <button
          type="button"
          class={`jump ${lastId !== lastSeen.current ? 'news' : ''}`}
          onClick={() => {
            following.jumped();
            setAway(false);
            toEnd();
          }}
        >
          <Icon name="down" /> Jump to latest
        </button>
      )}
    </div>
  );
}

function isOpen(part: Element): boolean {
  return part.getAttribute('aria-expanded') === 'true';
}

/** Whether some of the row it stands in is on the screen. */
function isSeen(part: Element, list: Element): boolean {
  const row = part.closest('.row')?.getBoundingClientRect();
  const { top, bottom } = list.getBoundingClientRect();
  return part.isConnected && row !== undefined && row.bottom > top && row.top < bottom;
}

const Group = memo(function Group({ group }: { readonly group: RowGroup }) {
  return (
    <div>
      {group.rows.map((row) => (
        <div key={row.id} class={rowClass(row)}>
          <RowView row={row} />
        </div>
      ))}
    </div>
  );
});
