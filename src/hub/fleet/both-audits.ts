/** The audit logs of this host and of the copies as one, in the order of time. */
import type { AuditEntry } from '../../protocol/audit.ts';
import type { AuditQuery, AuditReader, PlacedEntry } from '../../store/audit-reader.ts';
import type { FleetService } from './fleet-service.ts';

export type BothAuditQuery = Omit<AuditQuery, 'host'> & {
  /** The id of the only host to list. */
  readonly host?: string | undefined;
};

interface Options {
  readonly own: AuditReader;
  /** The name of this machine in its own log. */
  readonly host: string;
  readonly fleet: Pick<FleetService, 'copies' | 'list' | 'membership'>;
}

const NONE: ReturnType<AuditReader['placed']> = { rows: [], isMore: false };

export class BothAudits {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  page({ host, cursor, ...query }: BothAuditQuery): { entries: AuditEntry[]; nextCursor?: string } {
    const { own, fleet } = this.#options;
    const { copies, membership } = fleet;
    if (!copies || !membership) return own.page({ ...query, cursor });
    const [ownCursor = '', copiedCursor = ''] = cursor?.split('~') ?? [];
    const isOwn = host === undefined || host === membership.host_id;
    const isCopied = host === undefined || host !== membership.host_id;
    const here = isOwn ? own.placed({ ...query, cursor: ownCursor }) : NONE;
    const there = isCopied
      ? copies.audit.placed({ ...query, cursor: copiedCursor, host: host && this.#nameOf(host) })
      : NONE;
    const rows = merge(query, here.rows, there.rows);
    const after = (from: readonly PlacedEntry[], before: string) =>
      rows.findLast((row) => from.includes(row))?.cursor ?? before;
    const isMore = here.isMore || there.isMore || rows.length < here.rows.length + there.rows.length;
    return {
      entries: rows.map((row) => (here.rows.includes(row) ? this.#named(row.entry) : row.entry)),
      ...(isMore && { nextCursor: `${after(here.rows, ownCursor)}~${after(there.rows, copiedCursor)}` }),
    };
  }

  #named(entry: AuditEntry): AuditEntry {
    const { host, fleet } = this.#options;
    return entry.host === host && fleet.membership ? { ...entry, host: fleet.membership.name } : entry;
  }

  #nameOf(hostId: string): string | undefined {
    return this.#options.fleet.list().items.find(({ host_id }) => host_id === hostId)?.name;
  }
}

function merge(
  { order, limit }: Pick<AuditQuery, 'order' | 'limit'>,
  ...pages: (readonly PlacedEntry[])[]
): PlacedEntry[] {
  const later = order === 'newest first' ? -1 : 1;
  const byTime = (a: PlacedEntry, b: PlacedEntry) =>
    a.entry.at === b.entry.at ? 0 : a.entry.at > b.entry.at ? later : -later;
  return pages.flat().sort(byTime).slice(0, limit);
}
