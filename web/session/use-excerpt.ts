/** The conversation around a position; grows in both directions as the reader scrolls. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { joinTurns } from '../../src/core/conversation/join-turns.ts';
import { type Row, toRows } from '../../src/core/conversation/rows.ts';
import type { TurnsPage } from '../../src/protocol/api.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';

/** Items fetched first, on each side of the position. */
const AROUND = 30;

export interface Excerpt {
  readonly view: SessionView;
  readonly rows: readonly Row[];
  /** The row at the position. */
  readonly found: string | undefined;
  /** Does nothing if there is no more, or while a page is loading. */
  readonly older: () => void;
  readonly newer: () => void;
}

export interface Place {
  readonly id: string;
  readonly position: number;
  /** The subagent whose conversation it is in. */
  readonly agent: string | undefined;
}

export function useExcerpt({ id, position, agent }: Place): Excerpt | { readonly problem?: string } {
  const { client } = useHub();
  const [view, setView] = useState<SessionView>();
  const [page, setPage] = useState<TurnsPage>();
  const [problem, setProblem] = useState<string>();
  const isBusy = useRef(false);
  const thread = { ...(agent !== undefined && { agent }) };

  useEffect(() => {
    const limit = AROUND;
    Promise.all([
      client.get(id),
      client.turns(id, { ...thread, before: position + 1, limit }),
      client.turns(id, { ...thread, after: position, limit }),
    ]).then(
      ([session, before, after]) => {
        setView(session);
        setPage({ ...after, ...before, turns: joinTurns(before.turns, after.turns) });
      },
      (error: Error) => setProblem(error.message),
    );
  }, [client, id, position, agent]);

  const rows = useMemo(() => (page ? toRows(page) : []), [page]);
  if (!view || !page) return { ...(problem !== undefined && { problem }) };

  /** The next scroll event retries a failed page. */
  const add = async (load: () => Promise<TurnsPage>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await load().then(setPage, () => {});
    isBusy.current = false;
  };
  const { turns, older_before: before, newer_after: after } = page;
  return {
    view,
    rows,
    found: rows.findLast((row) => placesOf(row).some((place) => place <= position))?.id,
    older: () =>
      before !== undefined &&
      void add(async () => {
        const older = await client.turns(id, { ...thread, before });
        const { older_before: _, ...rest } = page;
        return { ...rest, ...older, turns: joinTurns(older.turns, turns) };
      }),
    newer: () =>
      after !== undefined &&
      void add(async () => {
        const newer = await client.turns(id, { ...thread, after });
        const { newer_after: _, ...rest } = page;
        return { ...rest, ...newer, turns: joinTurns(turns, newer.turns) };
      }),
  };
}

function placesOf(row: Row): number[] {
  if (row.kind === 'item') return [row.item.position];
  return row.kind === 'looks' ? row.items.map(({ position }) => position) : [];
}
