/** A part of a conversation that lies back: what led to a place that was searched for. */
import { useEffect, useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter';
import { toRows } from '../../src/core/conversation/rows.ts';
import type { TurnsPage } from '../../src/protocol/api.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { Icon } from '../parts/icon.tsx';
import { RowView } from './row-view.tsx';
import { SessionContext } from './session-context.ts';

export function ExcerptScreen({ id, position }: { readonly id: string; readonly position: number }) {
  const { client } = useHub();
  const agent = new URLSearchParams(useSearch()).get('agent') ?? undefined;
  const [view, setView] = useState<SessionView>();
  const [page, setPage] = useState<TurnsPage>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const fetching = [
      client.get(id).then(setView),
      client.turns(id, { before: position + 1, limit: 30, ...(agent && { agent }) }).then(setPage),
    ];
    Promise.all(fetching).catch((error: Error) => setProblem(error.message));
  }, [client, id, position, agent]);

  const older = async () => {
    if (page?.older_before === undefined) return;
    const before = await client.turns(id, { before: page.older_before, ...(agent && { agent }) });
    setPage({ ...before, turns: [...before.turns, ...page.turns] });
  };
  const rows = page ? toRows({ turns: page.turns }) : [];
  const hit = rows.findLast(({ kind }) => kind !== 'end')?.id;

  useEffect(() => {
    // The place itself is the end of the excerpt.
    document.querySelector('.excerpt .found')?.scrollIntoView({ block: 'center' });
  }, [hit]);

  if (problem !== undefined) return <p class="empty">{problem}</p>;
  if (!view || !page) return <div class="screen" aria-busy="true" />;
  return (
    <SessionContext.Provider value={view}>
      <div class="screen">
        <header class="bar session-head">
          <Link href="/search" class="icon-button" aria-label="Back to the search">
            <Icon name="back" />
          </Link>
          <div class="grow">
            <h1 class="cut">{view.title || 'Session'}</h1>
            <p class="small muted">up to the place that was found</p>
          </div>
          <Link href={`/sessions/${id}`} class="button small">
            Open
          </Link>
        </header>
        <div class="scroll excerpt">
          {page.older_before !== undefined && (
            <button type="button" class="fold" onClick={() => void older()}>
              Show what came before
            </button>
          )}
          {rows.map((row) => (
            <div key={row.id} class={`row ${row.id === hit ? 'found' : ''}`}>
              <RowView row={row} />
            </div>
          ))}
        </div>
      </div>
    </SessionContext.Provider>
  );
}
