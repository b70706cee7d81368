/** The reports of the usage screen: one period by day, project, model and host. */
import { useEffect, useState } from 'preact/hooks';
import { firstOfDays } from '../../src/core/usage/usage-rows.ts';
import type { UsageGroup, UsageReport } from '../../src/protocol/usage.ts';
import { useHub } from '../hub/page-hub.ts';

/** Figures grow while transcripts are being indexed. */
const AGAIN_MS = 4000;
/** Rows per report; the rest is in the total. */
const ROWS = 30;

export interface UsageReports {
  readonly since: string | undefined;
  readonly day: UsageReport;
  readonly project: UsageReport;
  readonly model: UsageReport;
  /** In a fleet of several hosts. */
  readonly host?: UsageReport | undefined;
}

/** `days` is undefined for all time. */
export function useUsage(days: number | undefined): {
  readonly reports?: UsageReports;
  readonly problem?: string;
} {
  const { client, hosts } = useHub();
  const [state, setState] = useState<{ readonly reports?: UsageReports; readonly problem?: string }>({});
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      const since = days === undefined ? undefined : firstOfDays(days, new Date());
      const ask = (group: UsageGroup) => client.usage({ group, limit: ROWS, ...(since && { since }) });
      try {
        const [day, project, model, host] = await Promise.all([
          ask('day'),
          ask('project'),
          ask('model'),
          hosts.all.length > 1 ? ask('host') : undefined,
        ]);
        if (isOver) return;
        setState({ reports: { since, day, project, model, host } });
        if (!day.is_complete) timer = setTimeout(load, AGAIN_MS);
      } catch (error) {
        if (!isOver) setState({ problem: (error as Error).message });
      }
    };
    void load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, days]);
  return state;
}
